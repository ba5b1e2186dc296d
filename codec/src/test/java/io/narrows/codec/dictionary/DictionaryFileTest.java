package io.narrows.codec.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DictionaryFileTest {
    private static final byte[] CONTENT = DictionaryTest.trained(1024);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws Exception {
        file = folder.resolve("orders.dictionary");
        DictionaryFile.write(file, Dictionary.of(CONTENT));
    }

    @Test
    void read_written_isTheSameDictionary() throws Exception {
        Dictionary read = DictionaryFile.read(file);

        assertThat(read.name()).isEqualTo(Dictionary.of(CONTENT).name());
        assertThat(read.bytes()).isEqualTo(ByteBuffer.wrap(CONTENT));
    }

    @Test
    void write_layout_isAsDocumented() throws IOException {
        ByteBuffer written = ByteBuffer.wrap(Files.readAllBytes(file));

        assertThat(written.getInt(0)).isEqualTo(0x6e446963);
        assertThat(written.getInt(4)).isEqualTo(1);
        assertThat(written.getInt(8)).isEqualTo(CONTENT.length);
        assertThat(written.position(16)).isEqualTo(ByteBuffer.wrap(CONTENT));
    }

    @Test
    void write_leavesOneFileThatOnlyItsOwnerReads() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(DictionaryFile.isOpenToOthers(file)).isFalse();
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void write_existingFile_isNotChanged() throws Exception {
        assertThatExceptionOfType(FileAlreadyExistsException.class)
                .isThrownBy(() -> DictionaryFile.write(file, Dictionary.of(new byte[300])))
                .satisfies(e -> assertThat(e.getFile()).isEqualTo(file.toString()));

        assertThat(DictionaryFile.read(file).name())
                .isEqualTo(Dictionary.of(CONTENT).name());
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void isOpenToOthers_readableOrWritable_isTrue() throws Exception {
        for (String permissions : List.of("rw-r-----", "rw----r--", "rw--w----")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

            assertThat(DictionaryFile.isOpenToOthers(file)).as(permissions).isTrue();
        }
    }

    @Test
    void read_directory_isNamed() {
        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> DictionaryFile.read(folder))
                .satisfies(e -> assertThat(e.getFile()).isEqualTo(folder.toString()));
    }

    @Test
    void write_intoAMissingFolder_failsAndLeavesNothing() {
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> DictionaryFile.write(folder.resolve("no/file"), Dictionary.of(CONTENT)));
    }

    @Test
    void read_cutAnywhere_isRefusedWithFileAndOffset() throws Exception {
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            int at = length < 4 ? 0 : length;

            assertThatExceptionOfType(DictionaryFileException.class)
                    .isThrownBy(() -> DictionaryFile.read(file))
                    .withMessageStartingWith(file + ": offset " + at + ": ")
                    .satisfies(e -> assertThat(e.offset()).isEqualTo(at));
        }
    }

    @Test
    void read_anyBitFlipped_isRefused() throws Exception {
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= (byte) (1 << at % 8);
            Files.write(file, damaged);

            assertThatExceptionOfType(DictionaryFileException.class)
                    .as("byte %d", at)
                    .isThrownBy(() -> DictionaryFile.read(file));
        }
    }

    @Test
    void read_otherFiles_sayWhatWasExpected() throws Exception {
        byte[] whole = Files.readAllBytes(file);
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        byte[] later = whole.clone();
        later[7] = 3;
        byte[] large = Arrays.copyOf(whole, 1 << 20);
        ByteBuffer.wrap(large).putInt(8, large.length - 16);

        assertRefused(
                "#!/bin/sh".getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                0,
                "not a dictionary (expected: nDic)");
        assertRefused(CONTENT, 0, "not a dictionary (expected: nDic)");
        assertRefused(longer, whole.length, "bytes after the end of the dictionary");
        assertRefused(later, 4, "version 3 (expected: 1 to 2)");
        assertRefused(large, 8, "dictionary of 1048560 bytes (expected: 256 to 114688)");
    }

    @Test
    void read_invalidHeaderOfZstd_hasItsOffsetInTheFile() throws Exception {
        byte[] damaged = CONTENT.clone();
        int header = Dictionary.of(CONTENT).headerLength();
        damaged[header - 12] = 0;
        byte[] written = Files.readAllBytes(file);
        System.arraycopy(damaged, 0, written, 16, damaged.length);
        ByteBuffer.wrap(written).putInt(12, checksum(written));

        assertRefused(
                written,
                16 + header - 12,
                "zstd dictionary has the recent offset 0 (expected: 1 to " + (CONTENT.length - header) + ")");
    }

    @Test
    void write_dictionaryWithFrames_isOfVersion2() throws Exception {
        Path framed = folder.resolve("framed.dictionary");
        DictionaryFile.write(framed, Dictionary.of(Dictionary.of(CONTENT), List.of(new byte[] {1, 2})));

        assertThat(ByteBuffer.wrap(Files.readAllBytes(framed)).getInt(4)).isEqualTo(2);
        assertThat(DictionaryFile.read(framed).frames()).containsExactly(ByteBuffer.wrap(new byte[] {1, 2}));
    }

    @Test
    void read_versionOfTheOtherForm_isRefused() throws Exception {
        Path framed = folder.resolve("framed.dictionary");
        DictionaryFile.write(framed, Dictionary.of(Dictionary.of(CONTENT), List.of(new byte[] {1, 2})));

        assertRefused(withVersion(2, Files.readAllBytes(file)), 4, "version 2 (expected: 1)");
        assertRefused(withVersion(1, Files.readAllBytes(framed)), 4, "version 1 (expected: 2)");
    }

    private static byte[] withVersion(int version, byte[] written) {
        ByteBuffer.wrap(written).putInt(4, version);
        return ByteBuffer.wrap(written).putInt(12, checksum(written)).array();
    }

    @Test
    void read_noFile_fails() {
        assertThatIOException().isThrownBy(() -> DictionaryFile.read(folder.resolve("none")));
    }

    private void assertRefused(byte[] content, int offset, String problem) throws IOException {
        Files.write(file, content);

        assertThatExceptionOfType(DictionaryFileException.class)
                .isThrownBy(() -> DictionaryFile.read(file))
                .withMessage("%s: offset %d: %s", file, offset, problem);
    }

    private static int checksum(byte[] file) {
        java.util.zip.CRC32C checksum = new java.util.zip.CRC32C();
        checksum.update(file, 0, 12);
        checksum.update(file, 16, file.length - 16);
        return (int) checksum.getValue();
    }
}

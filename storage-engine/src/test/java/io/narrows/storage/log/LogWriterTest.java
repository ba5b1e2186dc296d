package io.narrows.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.Slice;
import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogWriterTest {
    private static final int BLOCK = 32768;

    @TempDir
    Path folder;

    /** By hand: crc32c of type and payload, masked; length; type; payload. */
    @Test
    void record_isAHeaderOfSevenBytesAndItsPayload() throws IOException {
        byte[] log = Records.log(file(), List.of(Slice.of("narrows")));

        assertThat(HexFormat.of().formatHex(log)).isEqualTo("c4be8202" + "0700" + "01" + "6e6172726f7773");
    }

    @Test
    void emptyRecord_isAHeaderAlone() throws IOException {
        byte[] log = Records.log(file(), List.of(Slice.EMPTY));

        assertThat(log).isEqualTo(new LogBytes().fragment(1, new byte[0]).bytes());
    }

    @Test
    void recordLargerThanABlock_isCutAtTheEndsOfBlocks() throws IOException {
        byte[] record = bytes(2 * BLOCK);

        byte[] log = Records.log(file(), List.of(Slice.of(record)));

        int part = BLOCK - 7;
        assertThat(log)
                .isEqualTo(new LogBytes()
                        .fragment(2, Arrays.copyOf(record, part))
                        .fragment(3, Arrays.copyOfRange(record, part, 2 * part))
                        .fragment(4, Arrays.copyOfRange(record, 2 * part, record.length))
                        .bytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void blockWithoutRoomForAHeader_endsWithZeros(int left) throws IOException {
        byte[] first = bytes(BLOCK - 7 - left);

        byte[] log = Records.log(file(), List.of(Slice.of(first), Slice.of("next")));

        assertThat(log)
                .isEqualTo(new LogBytes()
                        .fragment(1, first)
                        .zeros(left)
                        .fragment(1, "next".getBytes())
                        .bytes());
    }

    @Test
    void blockWithRoomForAHeaderOnly_endsWithAFragmentWithoutBytes() throws IOException {
        byte[] first = bytes(BLOCK - 7 - 7);

        byte[] log = Records.log(file(), List.of(Slice.of(first), Slice.of("next")));

        assertThat(log)
                .isEqualTo(new LogBytes()
                        .fragment(1, first)
                        .fragment(2, new byte[0])
                        .fragment(4, "next".getBytes())
                        .bytes());
    }

    @Test
    void size_isThatOfTheFile() throws IOException {
        try (LogWriter writer = LogWriter.create(file())) {
            byte[] record = bytes(3 << 20);

            writer.add(record, 0, record.length);

            assertThat(writer.size()).isEqualTo(Files.size(file()));
        }
    }

    @Test
    void existingFile_isLeftAlone() throws IOException {
        Files.write(file(), new byte[] {1});

        assertThatThrownBy(() -> LogWriter.create(file())).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file()).hasBinaryContent(new byte[] {1});
    }

    @Test
    void failedRecord_isTheLastThatIsTried() throws IOException {
        try (LogWriter writer = full()) {
            assertThatThrownBy(() -> writer.add(new byte[5], 0, 5))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("/dev/full: offset 0: a record of 5 bytes could not be written: ");

            assertThatThrownBy(() -> writer.add(new byte[5], 0, 5))
                    .hasMessageStartingWith("/dev/full: writes are disabled after an earlier failure: ");
            assertThatThrownBy(writer::sync)
                    .hasMessageStartingWith("/dev/full: writes are disabled after an earlier failure: ");
        }
    }

    /** Creates a log on a device that is always full. */
    private static LogWriter full() throws IOException {
        return new LogWriter(InterruptSafeFile.openToWrite(Path.of("/dev/full")));
    }

    @Test
    void interruptedThread_writesAndForcesAllTheSame() throws IOException {
        try (LogWriter writer = LogWriter.create(file())) {
            Thread.currentThread().interrupt();
            writer.add("one".getBytes(), 0, 3);
            writer.sync();
            boolean kept = Thread.interrupted();
            writer.add("two".getBytes(), 0, 3);

            assertThat(kept).isTrue();
            assertThat(LogContent.of(file(), 0).records()).containsExactly(Slice.of("one"), Slice.of("two"));
        }
    }

    private Path file() {
        return folder.resolve("000001.log");
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + i / 251);
        }
        return bytes;
    }
}

package io.narrows.storage.sst.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.storage.sst.RocksFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.BlockBasedTableConfig;

class ChecksumTypeTest {
    private static final byte[] DIGITS = "123456789".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path folder;

    /** The check values of the algorithms' own specifications; that of CRC-32C is e3069283 before it is masked. */
    @ParameterizedTest
    @CsvSource({"NONE, 0", "CRC32C, 0xc78a_b0e5", "XXHASH32, 0x937b_ad67", "XXHASH64, 0x40e6_ae83"})
    void ofWhole_checkString_isTheKnownValue(ChecksumType type, String known) {
        int expected = Integer.parseUnsignedInt(known.replaceAll("0x|_", ""), 16);

        assertThat(type.ofWhole(DIGITS, 0, DIGITS.length)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void ofWhole_anyPlaceOfTheArray_isThatOfItsBytes(ChecksumType type) {
        byte[] array = "..123456789..".getBytes(StandardCharsets.US_ASCII);

        int there = type.ofWhole(array, 2, DIGITS.length);

        assertThat(there).isEqualTo(type.of(DIGITS, 0, 8, (byte) '9')).isEqualTo(type.ofWhole(DIGITS, 0, 9));
    }

    @ParameterizedTest
    @EnumSource
    void ofWhole_nothing_isZero(ChecksumType type) {
        assertThat(type.ofWhole(DIGITS, 9, 0)).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void of_anyBitTurned_isAnother(ChecksumType type) {
        int before = type.of(DIGITS, 0, DIGITS.length, (byte) 0);
        for (int bit = 0; bit < 8 * DIGITS.length; bit++) {
            byte[] turned = DIGITS.clone();
            turned[bit / 8] ^= (byte) (1 << bit % 8);

            assertThat(type.of(turned, 0, turned.length, (byte) 0))
                    .as("bit %d", bit)
                    .isNotEqualTo(before);
        }
        for (int bit = 0; bit < 8; bit++) {
            assertThat(type.of(DIGITS, 0, DIGITS.length, (byte) (1 << bit)))
                    .as("bit %d of the type", bit)
                    .isNotEqualTo(before);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void of_payloadBeyondTheArray_isRefused(ChecksumType type) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> type.of(DIGITS, 1, DIGITS.length, (byte) 0));
    }

    @ParameterizedTest
    @EnumSource
    void ofId_everyId_findsItsType(ChecksumType type) {
        assertThat(ChecksumType.ofId(type.id())).isSameAs(type);
    }

    @Test
    void ofId_unknown_isRefusedWithTheRange() {
        for (int id : new int[] {-1, 5, 255}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ChecksumType.ofId(id))
                    .withMessage("unknown checksum type: " + id + " (expected: 0-4)");
        }
    }

    static Stream<Arguments> formats() {
        return IntStream.rangeClosed(2, 7)
                .boxed()
                .flatMap(version -> Arrays.stream(ChecksumType.values()).map(type -> Arguments.of(version, type)));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void of_blocksThatRocksDbWrote_equalTheirTrailers(int version, ChecksumType type) throws Exception {
        RocksFile file = write(version, type);
        assertThat(file.formatVersion()).isEqualTo(version);
        assertThat(file.checksum()).isEqualTo(type.id());
        assertThat(file.blocks()).containsKeys("metaindex", "rocksdb.properties", RocksFile.FILTER);

        file.blocks().forEach((name, block) -> {
            byte compression = file.bytes()[block.offset() + block.length()];
            int sum = type.of(file.bytes(), block.offset(), block.length(), compression)
                    + ChecksumContext.modifier(file.baseContext(), block.offset());

            assertThat(sum).as(name).isEqualTo(file.checksumOf(block));
        });
    }

    @ParameterizedTest
    @MethodSource("formats")
    void ofWhole_footerThatRocksDbWrote_equalsWhatItHolds(int version, ChecksumType type) throws Exception {
        RocksFile file = write(version, type);
        byte[] footer = Arrays.copyOfRange(file.bytes(), file.footer(), file.bytes().length);
        if (version < 6) {
            assertThat(Arrays.copyOfRange(footer, 1 + 20, 41))
                    .as("no room for a checksum")
                    .containsOnly(0);
            return;
        }
        Arrays.fill(footer, 5, 9, (byte) 0);

        int sum = type.ofWhole(footer, 0, footer.length) + ChecksumContext.modifier(file.baseContext(), file.footer());

        assertThat(sum).isEqualTo(file.footerChecksum());
    }

    private RocksFile write(int version, ChecksumType type) throws Exception {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 1000; i < 1100; i++) {
            keys.add(("key" + i).getBytes(StandardCharsets.US_ASCII));
        }
        BlockBasedTableConfig format = new BlockBasedTableConfig()
                .setFormatVersion(version)
                .setChecksumType(org.rocksdb.ChecksumType.values()[type.id()]);
        return RocksFile.write(folder.resolve("file.sst"), format, 10, keys);
    }
}

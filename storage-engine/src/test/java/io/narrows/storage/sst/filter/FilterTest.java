package io.narrows.storage.sst.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.storage.sst.RocksFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.BlockBasedTableConfig;

class FilterTest {
    private static final long SEED = 20261121;
    private static final int EVERY_LENGTH = 300;

    @TempDir
    Path folder;

    static Stream<Arguments> rocksFilters() {
        return IntStream.rangeClosed(2, 7)
                .boxed()
                .flatMap(version ->
                        Stream.of(1.0, 4.5, 10.0, 14.0, 23.0, 60.0).map(bits -> Arguments.of(version, bits)));
    }

    @ParameterizedTest
    @MethodSource("rocksFilters")
    void mayContain_keysThatRocksDbAdded_isAlwaysYes(int version, double bitsPerKey) throws Exception {
        List<byte[]> keys = FilterKeys.ofEveryLength(EVERY_LENGTH, 4, SEED);

        Filter filter = rocksFilter(version, bitsPerKey, keys);

        assertThat(filter).isInstanceOf(version < 5 ? LegacyBloom.class : FastLocalBloom.class);
        for (byte[] key : keys) {
            assertThat(filter.mayContain(key, 0, key.length))
                    .as("seed %d, key %s", SEED, HexFormat.of().formatHex(key))
                    .isTrue();
        }
    }

    /** At 10 bits per key about one in a hundred is wrong; the keys are fixed, so the count is too. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7})
    void mayContain_otherKeys_isMostlyNo(int version) throws Exception {
        Filter filter = rocksFilter(version, 10, FilterKeys.of16Bytes(10_000, SEED));
        List<byte[]> others = FilterKeys.of16Bytes(10_000, SEED + 1);

        long wrong = others.stream()
                .filter(key -> filter.mayContain(key, 0, key.length))
                .count();

        assertThat(wrong).as("seed %d", SEED).isBetween(50L, 180L);
    }

    @Test
    void mayContain_filterAndKeyInsideArrays_answersAlike() {
        byte[] filter = built(FilterKeys.of16Bytes(1_000, SEED));
        byte[] shifted = new byte[filter.length + 20];
        Arrays.fill(shifted, (byte) -1);
        System.arraycopy(filter, 0, shifted, 13, filter.length);
        Filter there = Filter.parse(shifted, 13, filter.length);
        Filter here = Filter.parse(filter, 0, filter.length);

        for (byte[] key : FilterKeys.of16Bytes(1_000, SEED + 1)) {
            byte[] longer = new byte[30];
            System.arraycopy(key, 0, longer, 5, key.length);

            assertThat(there.mayContain(longer, 5, key.length)).isEqualTo(here.mayContain(key, 0, key.length));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ff00060000", "0600000000"})
    void parse_filterOfNoKeys_saysNo(String metadata) {
        assertThat(parse(0, metadata).mayContain(new byte[] {1}, 0, 1)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "64, fe00060000", // Ribbon
        "64, ff01060000", // another kind of new filter
        "64, ff00000000", // no probes
        "64, ff001f0000", // a reserved number of probes
        "64, ff00260000", // lines of 128 bytes
        "64, ff00060100", // a seed, perhaps
        "64, ff00060001",
        "63, ff00060000", // less than one line
        "64, 0001000000", // no probes, before format version 5
        "64, 8001000000", // reserved
        "64, 0600000000", // no lines
        "64, 0603000000", // lines of 21 and a third
        "96, 0601000000", // lines of 96 bytes
        "64, 06ffffffff", // more than possible
        "1, 0000000000", // RocksDB's own filter that accepts every key
        "0, ff", // shorter than metadata
        "0, 06000000",
    })
    void parse_unknownOrSenseless_saysMaybeToAll(int zeros, String metadata) {
        assertThat(parse(zeros, metadata)).isSameAs(Filter.absent());
        assertThat(Filter.absent().mayContain(new byte[] {1}, 0, 1)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1, 01", "32, 20", "64, 01", "128, 02", "256, 01"})
    void parse_legacyLinesOfAnyPowerOfTwo_areRead(int zeros, String lines) {
        Filter filter = parse(zeros, "06" + lines + "000000");

        assertThat(filter).isInstanceOf(LegacyBloom.class);
        assertThat(filter.mayContain(new byte[] {1}, 0, 1)).isFalse();
    }

    @Test
    void parse_beyondTheArray_isRefused() {
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> Filter.parse(new byte[9], 1, 9));
    }

    /**
     * The filter fills a whole array, where a read outside throws, and is also placed between ones in another, where such a
     * read would match.
     */
    @Test
    void mayContain_anyBytes_looksAtNothingElse() {
        Random random = new Random(SEED);
        for (int run = 0; run < 50_000; run++) {
            byte[] bytes = likeAFilter(random);
            byte[] amidOnes = new byte[bytes.length + 1024];
            Arrays.fill(amidOnes, (byte) -1);
            System.arraycopy(bytes, 0, amidOnes, 512, bytes.length);
            byte[] key = new byte[random.nextInt(20)];
            random.nextBytes(key);

            boolean alone = Filter.parse(bytes, 0, bytes.length).mayContain(key, 0, key.length);

            assertThat(Filter.parse(amidOnes, 512, bytes.length).mayContain(key, 0, key.length))
                    .as("seed %d, run %d", SEED, run)
                    .isEqualTo(alone);
        }
    }

    /** Returns noise, but with valid metadata more often than by chance. */
    private static byte[] likeAFilter(Random random) {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        int metadata = bytes.length - BloomLayout.METADATA;
        if (metadata >= 0) {
            boolean legacy = random.nextBoolean();
            bytes[metadata] = (byte) (legacy ? 1 + random.nextInt(127) : -1);
            bytes[metadata + 1] = (byte) (legacy ? 1 + random.nextInt(8) : 0);
            bytes[metadata + 2] = (byte) (legacy ? 0 : random.nextInt(32));
            bytes[metadata + 3] = 0;
            bytes[metadata + 4] = 0;
        }
        return bytes;
    }

    private Filter rocksFilter(int version, double bitsPerKey, List<byte[]> keys) throws Exception {
        byte[] payload = RocksFile.write(
                        folder.resolve("file.sst"),
                        new BlockBasedTableConfig().setFormatVersion(version),
                        bitsPerKey,
                        keys)
                .payload(RocksFile.FILTER);
        return Filter.parse(payload, 0, payload.length);
    }

    private static byte[] built(List<byte[]> keys) {
        BloomFilterBuilder builder = new BloomFilterBuilder(10_000);
        keys.forEach(key -> builder.add(key, 0, key.length));
        return builder.finish();
    }

    private static Filter parse(int zeros, String metadata) {
        byte[] end = HexFormat.of().parseHex(metadata);
        byte[] bytes = new byte[zeros + end.length];
        System.arraycopy(end, 0, bytes, zeros, end.length);
        return Filter.parse(bytes, 0, bytes.length);
    }
}

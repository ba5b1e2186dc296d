package io.narrows.storage.sst.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.storage.sst.RocksFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.BlockBasedTableConfig;

class BloomFilterBuilderTest {
    private static final long SEED = 20261121;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(doubles = {1, 2.5, 4.2, 6, 7.777, 10, 11, 13, 15.5, 17, 20, 25, 26, 28.001, 50, 50.001, 100})
    void finish_keysOfEveryLength_equalsTheFilterOfRocksDb(double bitsPerKey) throws Exception {
        List<byte[]> keys = FilterKeys.ofEveryLength(300, 5, SEED);

        byte[] filter = build((int) Math.round(bitsPerKey * 1000), keys);

        assertThat(filter).as("seed %d", SEED).isEqualTo(rocksFilter(bitsPerKey, keys));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 51, 52, 1024, 1025, 20_000})
    void finish_anyNumberOfKeys_equalsTheFilterOfRocksDb(int count) throws Exception {
        List<byte[]> keys = FilterKeys.of16Bytes(count, SEED);

        byte[] filter = build(10_000, keys);

        assertThat(filter).as("seed %d", SEED).isEqualTo(rocksFilter(10, keys));
    }

    @Test
    void add_equalKeysInARow_countOnce() {
        BloomFilterBuilder builder = new BloomFilterBuilder(10_000);
        for (byte[] key : new byte[][] {{1}, {1}, {1}, {2}, {2}}) {
            builder.add(key, 0, 1);
        }

        assertThat(builder.keys()).isEqualTo(2);
        assertThat(builder.finish()).isEqualTo(build(10_000, List.of(new byte[] {1}, new byte[] {2})));
    }

    @Test
    void add_keyInsideAnArray_isThatKey() {
        BloomFilterBuilder builder = new BloomFilterBuilder(10_000);
        builder.add(new byte[] {9, 1, 2, 3, 9}, 1, 3);

        assertThat(builder.finish()).isEqualTo(build(10_000, List.of(new byte[] {1, 2, 3})));
    }

    @Test
    void finish_noKeys_isMetadataOnly() {
        BloomFilterBuilder builder = new BloomFilterBuilder(10_000);

        assertThat(builder.keys()).isZero();
        assertThat(builder.finish()).containsExactly(0xff, 0, 6, 0, 0);
    }

    @Test
    void new_bitsOutOfRange_areRefusedWithTheRange() {
        for (int millibits : new int[] {-1, 0, 999, 100_001}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new BloomFilterBuilder(millibits))
                    .withMessage(millibits + " millibits per key (expected: 1000-100000)");
        }
    }

    private static byte[] build(int millibitsPerKey, List<byte[]> keys) {
        BloomFilterBuilder builder = new BloomFilterBuilder(millibitsPerKey);
        for (byte[] key : keys) {
            builder.add(key, 0, key.length);
        }
        return builder.finish();
    }

    /** RocksDB may also size a filter to fill its allocation; that is switched off here. */
    private byte[] rocksFilter(double bitsPerKey, List<byte[]> keys) throws Exception {
        BlockBasedTableConfig format =
                new BlockBasedTableConfig().setFormatVersion(5).setOptimizeFiltersForMemory(false);
        return RocksFile.write(folder.resolve("file.sst"), format, bitsPerKey, keys)
                .payload(RocksFile.FILTER);
    }
}

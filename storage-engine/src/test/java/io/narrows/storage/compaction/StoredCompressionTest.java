package io.narrows.storage.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.EntryType;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.storage.version.FileMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredCompressionTest {
    private static final CodecSpec NONE = CodecSpec.of(Codec.NONE);
    private static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);
    private static final CodecSpec SNAPPY = CodecSpec.of(Codec.SNAPPY);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {5, 7})
    void compressed_isAsItsOwnCodecOnly(int formatVersion) throws IOException {
        TableProperties properties = written(formatVersion, LZ4, rows(false));

        assertThat(StoredCompression.isAs(properties, LZ4)).isTrue();
        assertThat(StoredCompression.isAs(properties, SNAPPY)).isFalse();
        assertThat(StoredCompression.isAs(properties, NONE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 7})
    void uncompressed_isAsNoneOnly(int formatVersion) throws IOException {
        TableProperties properties = written(formatVersion, NONE, rows(false));

        assertThat(StoredCompression.isAs(properties, NONE)).isTrue();
        assertThat(StoredCompression.isAs(properties, LZ4)).isFalse();
    }

    /** Otherwise it would be rewritten forever. */
    @ParameterizedTest
    @ValueSource(ints = {5, 7})
    void noise_isAsTheCodecThatWasTried(int formatVersion) throws IOException {
        TableProperties properties = written(formatVersion, LZ4, rows(true));

        assertThat(StoredCompression.isAs(properties, LZ4)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 7})
    void onlyRangeDeletions_isAsTheCodecOfTheFile(int formatVersion) throws IOException {
        assertThat(StoredCompression.isAs(written(formatVersion, LZ4, List.of()), LZ4))
                .isTrue();
    }

    private static List<VersionedRow> rows(boolean noise) {
        Random random = new Random(1);
        List<VersionedRow> rows = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            byte[] value = new byte[100];
            if (noise) {
                random.nextBytes(value);
            }
            rows.add(new VersionedRow(Slice.of("key%06d".formatted(i)), i, EntryType.PUT, Slice.of(value)));
        }
        return rows;
    }

    private TableProperties written(int formatVersion, CodecSpec compression, List<VersionedRow> rows)
            throws IOException {
        try (TestTables tables = new TestTables(folder)) {
            TableFactory factory = tables.factory(TableOptions.DEFAULT.withFormatVersion(formatVersion));
            FileMetadata file = new FlushJob(factory, compression, 1, new long[0], JobFilter.none(), () -> false)
                    .run(List.of(new RowSource(rows)), List.of(tombstone()))
                    .orElseThrow();
            return tables.open().open(file).reader().properties();
        }
    }

    private static RangeTombstone tombstone() {
        return new RangeTombstone(Slice.of("x"), Slice.of("y"), 1);
    }
}

package io.narrows.storage.sst.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.storage.Entry;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.rows.Contents;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.ChecksumType;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;

/** A file flushed by RocksDB: versions, deletes, merges and deleted ranges are read as they were written. */
class RocksDirectoryTest {
    private static final Codecs CODECS = Codecs.load();
    private static final int OPERATIONS = 400;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7})
    void everyVersionIsRead(int format) throws IOException, RocksDBException {
        try (Options options = options(format);
                RocksDirectory directory = RocksDirectory.fill(folder, options, seeded(), OPERATIONS);
                TableReader reader = open(directory)) {
            reader.verify();

            assertThat(Contents.of(reader).rows()).isEqualTo(directory.rows());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7})
    void versionOfEachMomentIsFound(int format) throws IOException, RocksDBException {
        try (Options options = options(format);
                RocksDirectory directory = RocksDirectory.fill(folder, options, seeded(), OPERATIONS);
                TableReader reader = open(directory)) {
            for (VersionedRow row : directory.rows()) {
                for (long sequence = 1; sequence <= OPERATIONS; sequence += 7) {
                    assertThat(reader.get(row.key(), sequence).map(entry -> version(row.key(), entry)))
                            .isEqualTo(youngest(directory.rows(), row.key(), sequence));
                }
            }
        }
    }

    /** RocksDB splits ranges where they overlap: together they must have the same effect on each key. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7})
    void deletedRangesAreRead(int format) throws IOException, RocksDBException {
        try (Options options = options(format);
                RocksDirectory directory = RocksDirectory.fill(folder, options, seeded(), OPERATIONS);
                TableReader reader = open(directory)) {
            assertThat(reader.rangeTombstones()).isNotEmpty();
            for (VersionedRow row : directory.rows()) {
                assertThat(covering(row.key(), reader.rangeTombstones()))
                        .isEqualTo(covering(row.key(), directory.tombstones()));
            }
        }
    }

    private static Options options(int format) {
        return RocksTable.of(format, CompressionType.LZ4_COMPRESSION, ChecksumType.kCRC32c)
                .options();
    }

    private static TableReader open(RocksDirectory directory) throws IOException {
        return TableReader.open(directory.file(), CODECS, BlockCache.ofBytes(1 << 20));
    }

    private static Optional<VersionedRow> youngest(List<VersionedRow> rows, Slice key, long atSequence) {
        return rows.stream()
                .filter(row -> row.key().equals(key) && row.sequence() <= atSequence)
                .findFirst();
    }

    private static VersionedRow version(Slice key, Entry entry) {
        return new VersionedRow(key, entry.sequence(), entry.type(), entry.value());
    }

    private static Set<Long> covering(Slice key, List<RangeTombstone> tombstones) {
        return tombstones.stream()
                .filter(range -> range.begin().compareTo(key) <= 0 && key.compareTo(range.end()) < 0)
                .map(RangeTombstone::sequence)
                .collect(Collectors.toSet());
    }

    private static Random seeded() {
        return new Random(Seed.of(RocksDirectoryTest.class));
    }
}

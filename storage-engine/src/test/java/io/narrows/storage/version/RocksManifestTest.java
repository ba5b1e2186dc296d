package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;

/** We read the file metadata of RocksDB's current version and of one from 2022, and both read ours. */
class RocksManifestTest {
    @TempDir
    Path folder;

    /** File metadata that both sides have. */
    private record Told(
            String family, int level, long number, long size, Slice smallest, Slice largest, long from, long to) {
        static final Comparator<Told> ORDER = Comparator.comparingLong(Told::number);
    }

    @Test
    void filesOfARocksDb_areKnown() throws IOException, RocksDBException {
        try (RocksDatabase rocks = new RocksDatabase(folder)) {
            fill(rocks);

            DbState state = DbState.read(folder);

            VersionCheck.checkFiles(folder, state);
            assertThat(told(state)).hasSizeGreaterThan(3).isEqualTo(told(rocks));
            assertThat(state.lastSequence()).isEqualTo(rocks.database().getLatestSequenceNumber());
            assertThat(FileNames.identity(folder)).hasContent(state.dbId());
            assertThat(state.families().values()).extracting(FamilyState::name).containsExactly("default", "second");
        }
    }

    @Test
    void levelZeroOfARocksDb_hasTheOrderOfItsFlushes() throws IOException, RocksDBException {
        try (RocksDatabase rocks = new RocksDatabase(folder)) {
            fill(rocks);

            List<FileMetadata> files =
                    DbState.read(folder).families().get(0).version().level(0);

            assertThat(files)
                    .hasSize(2)
                    .extracting(FileMetadata::largestSequence)
                    .isSortedAccordingTo(Comparator.reverseOrder());
            assertThat(files.get(0).epoch()).isGreaterThan(files.get(1).epoch());
        }
    }

    @Test
    void filesOfAnOlderRocksDb_areKnown() throws IOException, InterruptedException {
        for (int i = 0; i < 3; i++) {
            Ldb.run(folder, "put", "key" + i, "value", "--create_if_missing");
        }
        Ldb.run(folder, "create_column_family", "second");
        Ldb.run(folder, "--column_family=second", "put", "a", "b");
        Ldb.run(folder, "put", "key4", "value");

        DbState state = DbState.read(folder);

        VersionCheck.checkFiles(folder, state);
        assertThat(state.families().values()).extracting(FamilyState::name).containsExactly("default", "second");
        Version version = state.families().get(0).version();
        assertThat(version.files()).isGreaterThan(1);
        assertThat(version.all()).allSatisfy(file -> assertThat(file.epoch()).isPositive());
        assertThat(version.level(0))
                .extracting(FileMetadata::largestSequence)
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void ourSnapshotOfARocksDb_isReadByBoth() throws IOException, InterruptedException, RocksDBException {
        List<SortedMap<Slice, Slice>> rows;
        try (RocksDatabase rocks = new RocksDatabase(folder)) {
            fill(rocks);
            rows = List.of(rocks.rows(0), rocks.rows(1));
        }
        DbState state = DbState.read(folder);
        long number = state.nextFile();
        Manifest.create(folder, number, state.withManifest(number).snapshot()).close();

        // it does not know all options that the newer version has left in the directory
        Ldb.run(folder, "--try_load_options=false", "checkconsistency");
        String scan = Ldb.run(folder, "--try_load_options=false", "--column_family=second", "scan");
        try (RocksDatabase rocks = new RocksDatabase(folder)) {
            assertThat(List.of(rocks.rows(0), rocks.rows(1))).isEqualTo(rows);
        }
        assertThat(scan.lines()).hasSize(rows.get(1).size());
    }

    @Test
    void ourEmptyDatabaseOfTwoFamilies_isOpenedEmptyByBoth()
            throws IOException, InterruptedException, RocksDBException {
        DbState fresh = DbState.fresh("b0a3b5ea-6f6e-4ea4-a43b-0b6b6c2b6c1d");
        try (Manifest manifest = Manifest.create(folder, 1, fresh.snapshot())) {
            manifest.append(List.of(new VersionEdit()
                    .family(1)
                    .addFamily("second", VersionEdit.BYTEWISE_COMPARATOR)
                    .logNumber(2)
                    .maxFamily(1)));
        }

        String dump = Ldb.run(folder, "manifest_dump", "--path=" + FileNames.manifest(folder, 1));
        assertThat(dump).contains("default").contains("second").contains("leveldb.BytewiseComparator");
        assertThat(Ldb.run(folder, "list_column_families")).contains("{default, second}");
        assertThat(Ldb.run(folder, "checkconsistency")).contains("OK");
        assertThat(Ldb.run(folder, "scan")).isEmpty();
        assertThat(Ldb.run(folder, "--column_family=second", "scan")).isEmpty();
        try (RocksDatabase rocks = new RocksDatabase(folder)) {
            assertThat(rocks.rows(0)).isEmpty();
            assertThat(rocks.rows(1)).isEmpty();
            rocks.put(1, "key", "value");
        }
        try (RocksDatabase rocks = new RocksDatabase(folder)) {
            assertThat(rocks.rows(1)).containsOnlyKeys(Slice.of("key"));
            assertThat(FileNames.identity(folder)).hasContent(fresh.dbId());
        }
    }

    /** Fills several levels, with range tombstones and a dropped family. */
    private static void fill(RocksDatabase rocks) throws RocksDBException {
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 200; i++) {
                rocks.put(i % 2, "key-%03d".formatted(i + 50 * round), "value %d of round %d".formatted(i, round));
            }
            rocks.deleteRange(0, "key-0%d".formatted(round), "key-0%d~".formatted(round));
            rocks.flush();
            if (round == 1) {
                rocks.database().compactRange(rocks.family(0));
                rocks.database().compactRange(rocks.family(1));
            }
        }
        try (var dropped = rocks.database()
                .createColumnFamily(new ColumnFamilyDescriptor("third".getBytes(StandardCharsets.UTF_8)))) {
            rocks.database().dropColumnFamily(dropped);
        }
    }

    private static List<Told> told(DbState state) {
        return state.families().values().stream()
                .flatMap(family -> IntStream.range(0, Version.LEVELS)
                        .boxed()
                        .flatMap(
                                level -> family.version().level(level).stream().map(file -> told(family, level, file))))
                .sorted(Told.ORDER)
                .toList();
    }

    private static Told told(FamilyState family, int level, FileMetadata file) {
        return new Told(
                family.name(),
                level,
                file.number(),
                file.size(),
                file.smallestUserKey(),
                file.largestUserKey(),
                file.smallestSequence(),
                file.largestSequence());
    }

    private static List<Told> told(RocksDatabase rocks) {
        return rocks.database().getLiveFilesMetaData().stream()
                .map(RocksManifestTest::told)
                .sorted(Told.ORDER)
                .toList();
    }

    private static Told told(LiveFileMetaData file) {
        return new Told(
                new String(file.columnFamilyName(), StandardCharsets.UTF_8),
                file.level(),
                Long.parseLong(file.fileName().replaceAll("\\D", "")),
                file.size(),
                Slice.of(file.smallestKey()),
                Slice.of(file.largestKey()),
                file.smallestSeqno(),
                file.largestSeqno());
    }
}

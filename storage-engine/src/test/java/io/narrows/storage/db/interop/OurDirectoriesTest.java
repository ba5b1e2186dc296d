package io.narrows.storage.db.interop;

import static io.narrows.storage.db.interop.SameRows.assertReads;
import static io.narrows.storage.db.interop.SameRows.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our directories, with any options, pass RocksDB's consistency check; RocksDB reads all rows, writes to them, and we read
 * the result.
 */
@Tag("long")
class OurDirectoriesTest {
    private static final int BATCHES = 60;

    @TempDir
    Path folder;

    static Stream<NarrowsSetup> setups() {
        return NarrowsSetup.all();
    }

    static Stream<NarrowsSetup> readByOldRocksDb() {
        return NarrowsSetup.readByOldRocksDb();
    }

    static Stream<NarrowsSetup> compacted() {
        return NarrowsSetup.compacted();
    }

    @ParameterizedTest
    @MethodSource("setups")
    void killedProcess_isReadAndGoesOn(NarrowsSetup setup) throws IOException {
        Path killed = folder.resolve("killed");
        Model model;
        try (NarrowsStore ours = NarrowsStore.open(folder.resolve("live"), setup)) {
            model = Past.live(ours, folder);
            ours.copyTo(killed);
        }

        try (RocksStore theirs = RocksStore.openReadOnly(killed)) {
            assertReads(theirs, model.rows());
        }
        try (RocksStore theirs = RocksStore.open(killed, RocksSetup.SMALL)) {
            theirs.verifyChecksums();
            assertSame(theirs.rows(), model.rows());
            Load.seeded("OurDirectoriesTest", model).run(theirs, BATCHES);
            theirs.compact();
            assertSame(theirs.rows(), model.rows());
        }
        try (NarrowsStore ours = NarrowsStore.open(killed, setup)) {
            assertReads(ours, model.rows());
        }
    }

    /** RocksDB 7.8 rejects an inconsistent MANIFEST, whereas RocksDB 11 would open an empty family. */
    @ParameterizedTest
    @MethodSource("readByOldRocksDb")
    void killedProcess_isConsistentForOldRocksDb(NarrowsSetup setup) throws IOException {
        Ldb killed = new Ldb(folder.resolve("killed"));
        Model model;
        try (NarrowsStore ours = NarrowsStore.open(folder.resolve("live"), setup)) {
            model = Past.live(ours, folder);
            ours.copyTo(killed.directory());
        }

        assertThat(killed.run("checkconsistency")).contains("OK");
        assertThat(killed.run("manifest_dump")).contains("Column family \"third\"");
        assertSame(killed.rows(), model.rows());
    }

    @ParameterizedTest
    @MethodSource("compacted")
    void compactedDatabase_isConsistentForOldRocksDb(NarrowsSetup setup) throws IOException {
        Ldb closed = new Ldb(folder.resolve("closed"));
        Model model;
        try (NarrowsStore ours = NarrowsStore.open(closed.directory(), setup)) {
            model = Past.live(ours, folder);
            ours.compact();
        }

        assertThat(closed.run("checkconsistency")).contains("OK");
        assertSame(closed.rows(), model.rows());
    }
}

package io.narrows.storage.db.interop;

import static io.narrows.storage.db.interop.SameRows.assertReads;
import static io.narrows.storage.db.interop.SameRows.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.FamilyStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** We read all rows of directories that RocksDB 11 left, with any options, write to them, and RocksDB reads the result. */
@Tag("long")
class RocksDirectoriesTest {
    private static final int BATCHES = 60;

    @TempDir
    Path folder;

    static Stream<RocksSetup> setups() {
        return RocksSetups.all();
    }

    static Stream<RocksSetup> compacted() {
        return RocksSetups.compacted();
    }

    /** Its log has entries that are in no file. We fill seven levels, whatever number of them RocksDB had. */
    @ParameterizedTest
    @MethodSource("setups")
    void killedRocksDb_isReadAndGoesOn(RocksSetup setup) throws IOException {
        Path killed = folder.resolve("killed");
        Model model;
        try (RocksStore theirs = RocksStore.open(folder.resolve("live"), setup)) {
            model = Past.live(theirs, folder);
            theirs.copyTo(killed);
        }

        try (NarrowsStore ours = NarrowsStore.openReadOnly(killed)) {
            assertReads(ours, model.rows());
        }
        try (NarrowsStore ours = NarrowsStore.open(killed, NarrowsSetup.SMALL)) {
            assertSame(ours.rows(), model.rows());
            assertThat(ours.database().statistics().families())
                    .extracting(FamilyStatistics::name)
                    .containsExactlyInAnyOrderElementsOf(model.families());
            Load.seeded("RocksDirectoriesTest", model).run(ours, BATCHES);
            ours.compact();
            assertReads(ours, model.rows());
        }
        try (RocksStore theirs = RocksStore.open(killed, setup.family("num_levels", "7"))) {
            assertSame(theirs.rows(), model.rows());
        }
    }

    @ParameterizedTest
    @MethodSource("compacted")
    void closedAndCompactedRocksDb_isRead(RocksSetup setup) throws IOException {
        Path directory = folder.resolve("closed");
        Model model;
        try (RocksStore theirs = RocksStore.open(directory, setup)) {
            model = Past.live(theirs, folder);
            theirs.compact();
        }

        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            assertSame(ours.rows(), model.rows());
            assertSame(ours.rowsBackwards(), model.rows());
        }
    }

    /** Opened again without a flush, RocksDB continues with the old logs and a new one. */
    @Test
    void logsOfSeveralLives_areRead() throws IOException {
        RocksSetup setup = RocksSetup.DEFAULTS.database("avoid_flush_during_recovery", "true");
        Model model = new Model();
        Load load = Load.seeded("RocksDirectoriesTest", model);
        Path directory = folder.resolve("0");
        for (int life = 1; life <= 3; life++) {
            Path killed = folder.resolve(String.valueOf(life));
            try (RocksStore theirs = RocksStore.open(directory, setup)) {
                load.run(theirs, BATCHES);
                theirs.copyTo(killed);
            }
            directory = killed;
        }

        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            assertReads(ours, model.rows());
        }
    }
}

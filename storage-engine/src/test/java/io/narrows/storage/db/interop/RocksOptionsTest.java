package io.narrows.storage.db.interop;

import static io.narrows.storage.db.interop.SameRows.assertSame;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With any options, RocksDB reads one of our directories, including the log, and rewrites it; and we read the result. */
class RocksOptionsTest {
    @TempDir
    static Path folder;

    private static Path killed;
    private static Model model;

    @BeforeAll
    static void leaveDirectory() throws IOException {
        killed = folder.resolve("killed");
        try (NarrowsStore ours = NarrowsStore.open(folder.resolve("live"), NarrowsSetup.SMALL)) {
            model = Past.live(ours, folder);
            ours.copyTo(killed);
        }
    }

    /** All setups, with as many levels as we fill. */
    static Stream<RocksSetup> setups() {
        return RocksSetups.all().filter(setup -> !setup.family().containsKey("num_levels"));
    }

    @ParameterizedTest
    @MethodSource("setups")
    void killedProcess_isReadAndRewritten(RocksSetup setup, @TempDir Path scratch) throws IOException {
        Path directory = DirectoryCopy.of(killed, scratch.resolve("database"));

        try (RocksStore theirs = RocksStore.open(directory, setup)) {
            assertSame(theirs.rows(), model.rows());
            theirs.compact();
            assertSame(theirs.rows(), model.rows());
        }
        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            assertSame(ours.rows(), model.rows());
        }
    }
}

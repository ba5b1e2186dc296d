package io.narrows.storage.db.interop.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.WalRecovery;
import io.narrows.storage.db.interop.NarrowsSetup;
import io.narrows.storage.db.interop.NarrowsStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Log damage that is rejected unless point-in-time recovery is enabled, which is RocksDB's default. */
class PointInTimeTest {
    private static final NarrowsSetup SETUP = NarrowsSetup.DEFAULTS.database(
            "point in time", options -> options.withWalRecovery(WalRecovery.POINT_IN_TIME));

    @TempDir
    Path directory;

    private final ForgedDirectory forged = new ForgedDirectory();

    @Test
    void damagedFirstBatch_dropsAll() throws IOException {
        forged.log = bytes -> flipped(bytes, 20);

        assertReads(ForgedDirectory.rowsInFiles());
    }

    @Test
    void damagedLastBatch_dropsIt() throws IOException {
        forged.log = bytes -> flipped(bytes, bytes.length - 1);
        Map<String, Map<String, String>> rows = ForgedDirectory.rows();
        rows.get("default").remove("z");

        assertReads(rows);
    }

    @Test
    void missingLog_isDoneWithout() throws IOException {
        forged.last = at -> Files.delete(at.resolve(ForgedDirectory.LOG));

        assertReads(ForgedDirectory.rowsInFiles());
    }

    /**
     * The later log is not rejected because of the gap, but dropped, because it would produce a state that never
     * existed.
     */
    @Test
    void laterLogThatDoesNotGoOn_isDropped() throws IOException {
        forged.log = bytes -> flipped(bytes, 20);
        forged.last =
                at -> Files.write(at.resolve("000014.log"), log(ForgedBatch.of(30, 1, ForgedBatch.put("y", "lost"))));

        assertReads(ForgedDirectory.rowsInFiles());
    }

    @Test
    void laterLogThatGoesOn_isRead() throws IOException {
        forged.log = bytes -> flipped(bytes, bytes.length - 1);
        forged.last =
                at -> Files.write(at.resolve("000014.log"), log(ForgedBatch.of(29, 1, ForgedBatch.put("y", "kept"))));
        Map<String, Map<String, String>> rows = ForgedDirectory.rows();
        rows.get("default").remove("z");
        rows.get("default").put("y", "kept");

        assertReads(rows);
    }

    private void assertReads(Map<String, Map<String, String>> rows) throws IOException {
        forged.write(directory);

        try (NarrowsStore store = NarrowsStore.open(directory, SETUP)) {
            assertThat(Texts.of(store.rows())).isEqualTo(rows);
        }
    }

    private static byte[] log(byte[] batch) {
        return ForgedLog.legacy().add(batch).toByteArray();
    }

    private static byte[] flipped(byte[] bytes, int at) {
        byte[] changed = bytes.clone();
        changed[at] ^= 1;
        return changed;
    }
}

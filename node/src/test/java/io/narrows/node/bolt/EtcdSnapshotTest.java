package io.narrows.node.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdSnapshotTest {
    private static final SnapshotModel EMPTY = new SnapshotModel(List.of(), List.of(), CompactedRevisions.NONE, 0);

    @TempDir
    Path folder;

    @Test
    void emptyStore_comesBack() throws IOException {
        EtcdSnapshot.write(file(), EMPTY);

        assertThat(read()).isEqualTo(EMPTY);
    }

    @Test
    void contentOfAnySize_comesBack() throws IOException {
        long seed = Seed.of(EtcdSnapshotTest.class);
        Random random = new Random(seed);
        for (int revisions : new int[] {1, 10, 200, 5_000}) {
            for (int maxValue : new int[] {0, 50, 5_000}) {
                SnapshotModel content = SnapshotModel.random(random, revisions, maxValue);

                EtcdSnapshot.write(file(), content);

                assertThat(read()).isEqualTo(content);
            }
        }
    }

    @Test
    void openedSnapshot_isContentOfAnother() throws IOException {
        EtcdSnapshot.write(file(), SnapshotModel.random(new Random(1), 500, 100));
        Path copy = folder.resolve("copy");

        try (SnapshotFile snapshot = EtcdSnapshot.open(file())) {
            EtcdSnapshot.write(copy, snapshot);
        }

        assertThat(copy).hasSameBinaryContentAs(file());
    }

    @Test
    void write_fails_leavesWhatWasThere() throws IOException {
        EtcdSnapshot.write(file(), EMPTY);
        SnapshotModel content = SnapshotModel.random(new Random(1), 100, 10);
        SnapshotModel outOfOrder = new SnapshotModel(
                List.of(content.changes().get(1), content.changes().get(0)), List.of(), CompactedRevisions.NONE, 0);

        assertThatThrownBy(() -> EtcdSnapshot.write(file(), outOfOrder)).isInstanceOf(IllegalArgumentException.class);

        assertThat(read()).isEqualTo(EMPTY);
        assertThat(folder).isDirectoryContaining(path -> path.equals(file())).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void write_replacesWhatACrashLeft() throws IOException {
        Files.write(folder.resolve("snapshot.part"), new byte[1 << 20]);

        EtcdSnapshot.write(file(), EMPTY);

        assertThat(read()).isEqualTo(EMPTY);
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void databaseWithoutSha256_isReadUncheckedOnly() throws IOException {
        SnapshotModel content = SnapshotModel.random(new Random(1), 100, 10);
        EtcdSnapshot.writeDatabase(file(), content);

        assertThatThrownBy(this::read)
                .isInstanceOf(CorruptBoltException.class)
                .hasMessageContaining("no SHA-256 at the end of " + Files.size(file()) + " bytes");
        try (SnapshotFile snapshot = EtcdSnapshot.openUnchecked(file())) {
            assertThat(SnapshotModel.copyOf(snapshot)).isEqualTo(content);
        }
    }

    private SnapshotModel read() throws IOException {
        try (SnapshotFile snapshot = EtcdSnapshot.open(file())) {
            return SnapshotModel.copyOf(snapshot);
        }
    }

    private Path file() {
        return folder.resolve("snapshot");
    }
}

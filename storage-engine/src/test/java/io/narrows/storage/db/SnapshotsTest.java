package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotsTest {
    private final Snapshots snapshots = new Snapshots();

    @Test
    void sequences_ascendingAndEachOnce() {
        snapshots.take(() -> 7);
        snapshots.take(() -> 3);
        snapshots.take(() -> 7);

        assertThat(snapshots.sequences()).containsExactly(3, 7);
        assertThat(snapshots.count()).isEqualTo(3);
    }

    @Test
    void close_releasesOnlyItsOwn() {
        Snapshot one = snapshots.take(() -> 7);
        Snapshot other = snapshots.take(() -> 7);

        one.close();
        one.close();

        assertThat(snapshots.sequences()).containsExactly(7);
        other.close();
        assertThat(snapshots.sequences()).isEmpty();
    }

    @Test
    void close_ofTheLastWithASequenceNumber_isReported() {
        List<Long> released = new ArrayList<>();
        snapshots.onReleased(released::add);
        Snapshot one = snapshots.take(() -> 7);
        Snapshot other = snapshots.take(() -> 7);

        one.close();
        assertThat(released).isEmpty();
        other.close();
        other.close();

        assertThat(released).containsExactly(7L);
    }

    @Test
    void newestBefore_isOlder() {
        snapshots.take(() -> 3);
        snapshots.take(() -> 7);

        assertThat(snapshots.newestBefore(3)).isEmpty();
        assertThat(snapshots.newestBefore(7)).hasValue(3);
        assertThat(snapshots.newestBefore(8)).hasValue(7);
    }
}

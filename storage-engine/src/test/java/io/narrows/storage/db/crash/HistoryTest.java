package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Two writers, and what may remain of their writes. */
class HistoryTest {
    private final History history = new History(List.of(0L, 0L));

    @Test
    void notSynced_anyPrefixMayBeLeft() {
        write(0, false);
        write(0, false);

        assertThat(history.contradictions(List.of(0L, 0L))).isEmpty();
        assertThat(history.contradictions(List.of(1L, 0L))).isEmpty();
        assertThat(history.contradictions(List.of(2L, 0L))).isEmpty();
    }

    @Test
    void neverWritten_isContradiction() {
        write(0, false);

        assertThat(history.contradictions(List.of(2L, 0L))).hasSize(1);
    }

    @Test
    void synced_mustBeLeft() {
        write(0, true);

        assertThat(history.contradictions(List.of(0L, 0L))).hasSize(1);
        assertThat(history.contradictions(List.of(1L, 0L))).isEmpty();
    }

    @Test
    void notAcknowledged_mayBeLeftOrNot() {
        history.begin(0, true);

        assertThat(history.contradictions(List.of(0L, 0L))).isEmpty();
        assertThat(history.contradictions(List.of(1L, 0L))).isEmpty();
    }

    @Test
    void laterOfAnotherWriterIsLeft_earlierMustBe() {
        write(0, false);
        write(1, false);

        assertThat(history.contradictions(List.of(0L, 1L))).hasSize(1);
        assertThat(history.contradictions(List.of(1L, 0L))).isEmpty();
    }

    @Test
    void atTheSameTime_eitherMayBeLeft() {
        history.begin(0, false);
        write(1, false);
        history.acknowledge(0);

        assertThat(history.contradictions(List.of(0L, 1L))).isEmpty();
        assertThat(history.contradictions(List.of(1L, 0L))).isEmpty();
    }

    @Test
    void thereBefore_mustBeLeft() {
        History later = new History(List.of(3L, 0L));

        assertThat(later.contradictions(List.of(3L, 0L))).isEmpty();
        assertThat(later.contradictions(List.of(2L, 0L))).isNotEmpty();
    }

    private void write(int writer, boolean sync) {
        history.begin(writer, sync);
        history.acknowledge(writer);
    }
}

package io.narrows.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadTallyTest {
    private static final WatchFigures NO_WATCHES = new WatchFigures(0, 0, 0, 0, new LatencyFigures(0, 0, 0, 0, 0));

    private final LoadTally tally = new LoadTally();

    @Test
    void answered_kindsHaveTheirOwnLatencies() {
        tally.answered(Operation.UPDATE, new Answer(true, 7, 100), 3_000_000);
        tally.answered(Operation.LIST, new Answer(true, 7, 5_000), 2_000_000);
        tally.answered(Operation.GET, new Answer(true, 7, 100), 2_000_000);
        tally.answered(Operation.KEEP_ALIVE, new Answer(true, 7, 0), 1_000_000);

        LoadFigures figures = tally.figures(1, NO_WATCHES, 0);

        assertThat(figures.writes().count()).isEqualTo(1);
        assertThat(figures.reads().count()).isEqualTo(2);
        assertThat(figures.keepAlives().count()).isEqualTo(1);
        assertThat(figures.keepAlives().max()).isBetween(0.001, 0.001001);
        assertThat(figures.readBytes()).isEqualTo(5_100);
        assertThat(figures.done()).containsEntry(Operation.KEEP_ALIVE, 1L);
    }

    @Test
    void answered_comparisonThatFailed_isOnlyAConflict() {
        tally.answered(Operation.CREATE, new Answer(false, 7, 100), 3_000_000);

        LoadFigures figures = tally.figures(1, NO_WATCHES, 0);

        assertThat(figures.conflicts()).isEqualTo(1);
        assertThat(figures.writes().count()).isZero();
    }
}

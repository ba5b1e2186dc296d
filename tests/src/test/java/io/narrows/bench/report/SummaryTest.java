package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.report.Run.State;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final double MAX_LOAD = 0.3;

    @Test
    void of_groupsByPeerTrialAndState_inTheOrderOfTheirFirstRun() {
        List<Summary> summaries = Summary.of(
                List.of(
                        run("b", "ping", State.COLD, 1, 0),
                        run("b", "ping", State.WARM, 2, 0),
                        run("a", "ping", State.WARM, 3, 0),
                        run("b", "ping", State.WARM, 4, 0)),
                MAX_LOAD);

        assertThat(summaries)
                .extracting(row -> row.peer() + " " + row.state() + " " + row.runs())
                .containsExactly("b COLD 1", "b WARM 2", "a WARM 1");
    }

    @Test
    void of_leavesOutRunsBesideOtherLoad() {
        Summary row = summary(run("a", "ping", State.WARM, 10, 0.1), run("a", "ping", State.WARM, 99, 0.31));

        assertThat(row.runs()).isEqualTo("1 of 2");
        assertThat(row.spread(Metric.P50_US)).hasValue(new Spread(10, 10, 10));
    }

    @Test
    void of_keepsAndMarksThem_whereThereAreNoOthers() {
        Summary row = summary(run("a", "ping", State.WARM, 10, 0.5), run("a", "ping", State.WARM, 20, 0.6));

        assertThat(row.runs()).isEqualTo("2, other load");
        assertThat(row.spread(Metric.P50_US)).hasValue(new Spread(10, 15, 20));
    }

    @Test
    void spread_ofWhatWasNotMeasured_isEmpty() {
        assertThat(summary(run("a", "ping", State.WARM, 10, 0)).spread(Metric.MB_PER_S))
                .isEmpty();
    }

    private static Summary summary(Run... runs) {
        return Summary.of(List.of(runs), MAX_LOAD).get(0);
    }

    static Run run(String peer, String trial, State state, double micros, double otherLoad) {
        return new Run(peer, trial, state, 1, Map.of(Metric.P50_US, micros, Metric.OTHER_LOAD, otherLoad));
    }
}

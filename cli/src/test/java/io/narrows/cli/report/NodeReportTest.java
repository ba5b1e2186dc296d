package io.narrows.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeReportTest {
    private static final double NEARLY = 1e-12;

    private final NodeReport report = new MetricsText("db-1").usualFlows().report();

    @Test
    void flows_areThoseWithTraffic_byPeerAndClass() {
        assertThat(report.flows().keySet())
                .containsExactly(
                        new Flow("db-2", "cross-zone", "control", "sent"),
                        new Flow("db-2", "cross-zone", "replication", "sent"),
                        new Flow("db-2", "cross-zone", "replication", "received"),
                        new Flow("db-3", "cross-region", "bulk", "sent"),
                        new Flow("db-3", "cross-region", "bulk", "received"));
    }

    @Test
    void bothWays_addsTheDirections() {
        Amount amount = report.bothWays().get(new Flow("db-2", "cross-zone", "replication", ""));

        assertThat(amount.appBytes()).isEqualTo(44e9);
        assertThat(amount.wireBytes()).isEqualTo(11e9);
        assertThat(amount.savedUsd()).isEqualTo(0.34, within(NEARLY));
        assertThat(report.codecUsd(amount)).isEqualTo(0.0086, within(NEARLY));
    }

    @Test
    void codecs_areSummed() {
        MetricsText twice = new MetricsText("db-1").usualFlows().usualFlows();

        assertThat(twice.report().total().appBytes())
                .isEqualTo(2 * report.total().appBytes());
    }

    @Test
    void net_isWhatIsSavedLessAllProcessorTime() {
        assertThat(report.netUsd())
                .isEqualTo(0.42 + 0.05 + 0.022 - 0.11 - 0.02 - 0.00002 - 0.024 - 0.036, within(NEARLY));
    }

    @Test
    void processorTime_isTheOneThatWasPriced() {
        assertThat(report.cpuSeconds()).isEqualTo(3600, within(NEARLY));
    }

    @Test
    void processorTime_isTheProcesssOne_ifProcessorsHaveNoPriceAnyMore() {
        NodeReport free =
                new MetricsText("db-1").with(NodeReport.CORE_SECOND, "0.0").report();

        assertThat(free.cpuSeconds()).isEqualTo(3700);
        assertThat(free.cpuUsd()).isEqualTo(0.036);
    }

    @Test
    void bothEnds_haveNoSumWithTheirPeer() {
        NodeReport both = new MetricsText("db-1", "aws", "GB", "0", "0", true)
                .usualFlows()
                .report();
        NodeReport peer = new MetricsText("db-2").report();
        NodeReport stranger = new MetricsText("db-9").report();

        assertThat(DoubleCounting.in(List.of(both, peer)))
                .hasValueSatisfying(text -> assertThat(text).contains("the dollars of db-1 include what db-2 pays"));
        assertThat(DoubleCounting.in(List.of(both, stranger))).isEmpty();
        assertThat(DoubleCounting.in(List.of(report, peer))).isEmpty();
    }

    @Test
    void bothEnds_haveNoSum_ifTheirPeersAreUnknown() {
        NodeReport both = new MetricsText("db-1", "aws", "GB", "0", "0", true)
                .flow("", "cross-zone", "bulk", "sent", new Amount(1, 1, 1, 1, 1, 1, 1))
                .report();
        NodeReport stranger = new MetricsText("db-9").report();

        assertThat(DoubleCounting.in(List.of(both, stranger)))
                .hasValueSatisfying(text -> assertThat(text).contains("its metrics do not name these"));
        assertThat(DoubleCounting.in(List.of(both))).isEmpty();
    }
}

package io.narrows.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeReportTest {
    private static final double NEARLY = 1e-12;

    private final NodeReport report;

    NodeReportTest() throws ReportException {
        report = new MetricsText("db-1").usualFlows().report();
    }

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
    void codecs_areSummed() throws ReportException {
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
    void processorTime_isTheProcesss_alsoAfterAChangeOfThePrice() throws ReportException {
        NodeReport dearer = new MetricsText("db-1")
                .with("narrows_cpu_usd_total", "0.054")
                .usualFlows()
                .report();

        assertThat(dearer.cpuSeconds()).isEqualTo(3600);
        assertThat(dearer.cpuUsd()).isEqualTo(0.054);
        assertThat(dearer.codecUsd(dearer.total())).isEqualTo(878 * 1.5e-5, within(NEARLY));
    }

    @Test
    void processorTimeWithoutAPrice_costsNothing() throws ReportException {
        NodeReport free = new MetricsText("db-1")
                .with(NodeReport.CPU_USD, "0.0")
                .with(NodeReport.CPU_SECONDS, "0.0")
                .usualFlows()
                .report();

        assertThat(free.codecUsd(free.total())).isZero();
    }

    @Test
    void costOfProcessorTimeWithoutItsLength_isAnError() {
        MetricsText metrics = new MetricsText("db-1").with(NodeReport.CPU_SECONDS, "0.0");

        assertThatThrownBy(metrics::report)
                .isInstanceOf(ReportException.class)
                .hasMessage("the metrics of db-1 have narrows_cpu_usd_total without process_cpu_seconds_total;"
                        + " keep it when scraping");
    }

    @Test
    void bothEnds_haveNoSumWithTheirPeer() throws ReportException {
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
    void bothEnds_haveNoSum_ifTheirPeersAreUnknown() throws ReportException {
        NodeReport both = new MetricsText("db-1", "aws", "GB", "0", "0", true)
                .flow("", "cross-zone", "bulk", "sent", new Amount(1, 1, 1, 1, 1, 1, 1))
                .report();
        NodeReport stranger = new MetricsText("db-9").report();

        assertThat(DoubleCounting.in(List.of(both, stranger)))
                .hasValueSatisfying(text -> assertThat(text).contains("its metrics do not name these"));
        assertThat(DoubleCounting.in(List.of(both))).isEmpty();
    }
}

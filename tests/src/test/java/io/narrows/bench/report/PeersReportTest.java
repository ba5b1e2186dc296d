package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.report.Run.State;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeersReportTest {
    @Test
    void of_aPing_comparesWithHaproxy_andMarksColdRows() {
        List<Summary> summaries = Summary.of(
                List.of(
                        SummaryTest.run("haproxy", "ping", State.WARM, 100, 0),
                        SummaryTest.run("narrows none", "ping", State.COLD, 150, 0),
                        SummaryTest.run("narrows none", "ping", State.WARM, 90, 0)),
                0.3);

        assertThat(PeersReport.of(summaries, PeersReport.BASELINE)).isEqualTo("""
                ### `ping`

                | peer | p50 µs | x haproxy | p90 µs | p99 µs | x haproxy | p99.9 µs | CPU s | x haproxy | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | haproxy | 100 | 1.00 | - | - | - | - | - | - | 1 |
                | narrows none, cold | 150 | 1.50 | - | - | - | - | - | - | 1 |
                | narrows none | 90 | 0.90 | - | - | - | - | - | - | 1 |
                """);
    }

    @Test
    void of_anotherBaseline_comparesWithThat() {
        List<Summary> summaries = Summary.of(
                List.of(
                        SummaryTest.run("narrows none", "etcd-timed", State.WARM, 100, 0),
                        SummaryTest.run("narrows none, transparent", "etcd-timed", State.WARM, 104, 0)),
                0.3);

        assertThat(PeersReport.of(summaries, "narrows none")).isEqualTo("""
                ### `etcd-timed`

                | peer | wire / app | one-way p50 µs | x narrows none | p99 µs | x narrows none | CPU s | x narrows none | x ssh -C | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | narrows none | - | 100 | 1.00 | - | - | - | - | - | 1 |
                | narrows none, transparent | - | 104 | 1.04 | - | - | - | - | - | 1 |
                """);
    }

    @Test
    void of_severalTrials_hasATableForEach() {
        List<Summary> summaries = Summary.of(
                List.of(
                        SummaryTest.run("none", "bulk", State.WARM, 1, 0),
                        SummaryTest.run("none", "pg-timed", State.WARM, 2, 0)),
                0.3);

        assertThat(PeersReport.of(summaries, PeersReport.BASELINE))
                .contains("### `bulk`\n\n| peer | MB/s |", "### `pg-timed`\n\n| peer | wire / app |");
    }
}

package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.report.Run.State;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoresReportTest {
    @Test
    void of_writesAndGets_areTwoTables_dividedByTheBaseline() {
        List<Summary> summaries = Summary.of(
                List.of(
                        run("etcd-3.6", "writes", 1_000, 800),
                        run("narrows", "writes", 900, 1_000),
                        run("etcd-3.6", "gets", 10_000, 80),
                        run("narrows", "gets", 5_000, 120)),
                0.3);

        assertThat(StoresReport.of(summaries, StoresReport.BASELINE)).isEqualTo("""
                ### `writes`

                | peer | writes/s | x etcd-3.6 | p50 ms | p99 ms | stores' CPU µs/write | x etcd-3.6 | stores' CPU s | sidecars' CPU s | clients' CPU s | peer B/write | wire B/write | wire / peer | disk MB | elections | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | etcd-3.6 | 1000 | 1.00 | - | - | 800 | 1.00 | - | - | - | - | - | - | - | - | 1 |
                | narrows | 900 | 0.90 | - | - | 1000 | 1.25 | - | - | - | - | - | - | - | - | 1 |

                ### `gets`

                | peer | gets/s | x etcd-3.6 | p50 ms | p99 ms | stores' CPU µs/get | x etcd-3.6 | stores' CPU s | sidecars' CPU s | clients' CPU s | peer B/get | wire B/get | elections | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | etcd-3.6 | 10000 | 1.00 | - | - | 80 | 1.00 | - | - | - | - | - | - | 1 |
                | narrows | 5000 | 0.50 | - | - | 120 | 1.50 | - | - | - | - | - | - | 1 |
                """);
    }

    private static Run run(String program, String load, double perSecond, double cpuMicros) {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.OPERATIONS_PER_S, perSecond);
        figures.put(Metric.STORE_CPU_US_PER_OPERATION, cpuMicros);
        return new Run(program, load, State.WARM, 1, figures);
    }
}

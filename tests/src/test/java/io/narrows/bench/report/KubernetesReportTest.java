package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.report.Run.State;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubernetesReportTest {
    @Test
    void of_requestsAndRecovery_areTwoTables() {
        List<Summary> summaries = Summary.of(
                List.of(
                        run("etcd-3.6", "creates", Map.of(Metric.OPERATIONS_PER_S, 800.0, Metric.RESIDENT_MB, 90.0)),
                        run("narrows", "creates", Map.of(Metric.OPERATIONS_PER_S, 720.0, Metric.RESIDENT_MB, 280.0)),
                        run("narrows", "recovery", Map.of(Metric.STORE_SECONDS, 3.5, Metric.SECONDS, 5.0))),
                0.3);

        assertThat(KubernetesReport.of(summaries, StoresReport.BASELINE)).isEqualTo("""
                ### `creates`

                | peer | creates/s | x etcd-3.6 | p50 ms | p99 ms | stores' CPU µs/create | x etcd-3.6 | stores' CPU s | sidecars' CPU s | resident MB | elections | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | etcd-3.6 | 800 | 1.00 | - | - | - | - | - | - | 90 | - | 1 |
                | narrows | 720 | 0.90 | - | - | - | - | - | - | 280 | - | 1 |

                ### `recovery`

                | peer | s until a put to the store | s until a write through the API server | runs |
                | --- | ---: | ---: | ---: |
                | narrows | 3.50 | 5.00 | 1 |
                """);
    }

    private static Run run(String program, String trial, Map<Metric, Double> figures) {
        return new Run(program, trial, State.WARM, 1, figures);
    }
}

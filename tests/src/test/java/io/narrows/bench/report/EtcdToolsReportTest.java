package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.report.Run.State;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EtcdToolsReportTest {
    @Test
    void of_eachTool_hasTheLatenciesThatItPrints() {
        List<Summary> summaries = Summary.of(
                List.of(
                        run("etcd-3.6", "check-perf-m", 1_000, 400),
                        run("narrows", "check-perf-m", 900, 500),
                        run("narrows", "put", 3_000, 300),
                        run("narrows", "watch-latency", 100, 900),
                        run("narrows", "txn-mixed", 800, 700)),
                0.3);

        assertThat(EtcdToolsReport.of(summaries, StoresReport.BASELINE)).isEqualTo("""
                ### `check-perf-m`

                | peer | puts/s | x etcd-3.6 | slowest ms | stddev ms | passed | stores' CPU µs/put | x etcd-3.6 | stores' CPU s | sidecars' CPU s | elections | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | etcd-3.6 | 1000 | 1.00 | - | - | - | 400 | 1.00 | - | - | - | 1 |
                | narrows | 900 | 0.90 | - | - | - | 500 | 1.25 | - | - | - | 1 |

                ### `put`

                | peer | puts/s | x etcd-3.6 | p50 ms | p99 ms | stores' CPU µs/put | x etcd-3.6 | stores' CPU s | sidecars' CPU s | elections | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | narrows | 3000 | - | - | - | 300 | - | - | - | - | 1 |

                ### `watch-latency`

                | peer | puts/s | x etcd-3.6 | put p50 ms | put p99 ms | event p50 ms | event p99 ms | stores' CPU µs/put | x etcd-3.6 | stores' CPU s | sidecars' CPU s | elections | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | narrows | 100 | - | - | - | - | - | 900 | - | - | - | - | 1 |

                ### `txn-mixed`

                | peer | txns/s | x etcd-3.6 | read p50 ms | read p99 ms | write p50 ms | write p99 ms | stores' CPU µs/txn | x etcd-3.6 | stores' CPU s | sidecars' CPU s | elections | runs |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                | narrows | 800 | - | - | - | - | - | 700 | - | - | - | - | 1 |
                """);
    }

    private static Run run(String program, String tool, double perSecond, double cpuMicros) {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.OPERATIONS_PER_S, perSecond);
        figures.put(Metric.STORE_CPU_US_PER_OPERATION, cpuMicros);
        return new Run(program, tool, State.WARM, 1, figures);
    }
}

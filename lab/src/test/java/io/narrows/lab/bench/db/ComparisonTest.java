package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private final Comparison comparison = new Comparison(Work.of(Benchmark.FILLSEQ));
    private final StringWriter out = new StringWriter();

    @Test
    void pair_hasMediansTheirRatioAndItsSpread() {
        Pair pair = new Pair(List.of(10.0, 30.0, 21.0), List.of(10.0, 10.0, 14.0));

        assertThat(pair.medianOfNarrows()).isEqualTo(21);
        assertThat(pair.medianOfRocksDb()).isEqualTo(10);
        assertThat(pair.ratio()).isEqualTo(2.1);
        assertThat(pair.leastRatio()).isEqualTo(1);
        assertThat(pair.mostRatio()).isEqualTo(3);
    }

    @Test
    void pair_evenRounds_medianIsBetweenTheTwoInTheMiddle() {
        assertThat(new Pair(List.of(1.0, 9.0, 2.0, 4.0), List.of(1.0, 1.0, 1.0, 1.0)).medianOfNarrows())
                .isEqualTo(3);
    }

    @Test
    void table_hasRatesPerSecondAndPerCpuSecondAndDiskBytes() {
        twoRounds();

        ComparisonTable.write(comparison, "--num 1", new PrintWriter(out));

        assertThat(out.toString())
                .startsWith("Made with `bin/bench db --num 1`: ")
                .contains("| fillseq | 4.00 | 2.00 | 2.00 (2.00–2.00) | 8.00 | 4.00 | 2.00 (2.00–2.00)"
                        + " | 3.00 | 6.00 | 0.50 (0.50–0.50) |")
                .contains("| fillseq | 1.00 | 2.00 | 3.00 | 4.00 | 5.00 | 6.00 |")
                .contains("Total: 1.00 seconds and 0.50 seconds of processor time; RocksDB: 2.00 and 1.00.")
                .doesNotContain("| call |");
    }

    @Test
    void table_nothingToCompareWith_hasNoRatio() {
        comparison.add(EngineKind.NARROWS, List.of(figures(1, 0.5, 1, 3, 5, 3_000_000)));
        comparison.add(EngineKind.ROCKSDB, List.of(figures(2, 0, 2, 4, 6, 6_000_000)));

        ComparisonTable.write(comparison, "", new PrintWriter(out));

        assertThat(out.toString()).contains("| fillseq | 4.00 | 2.00 | 2.00 | 8.00 | 0.00 | - | 3.00 | 6.00 | 0.50 |");
    }

    @Test
    void table_singleCalls_areShownByWhatTheyTake() {
        Figures ours = new Figures("flush", 1, 1, 1, 0.5, 0, 1, 1, 1, 1, "");
        Figures theirs = new Figures("flush", 1, 2, 2, 0.25, 0, 1, 1, 1, 1, "");
        comparison.add(EngineKind.NARROWS, List.of(ours));
        comparison.add(EngineKind.ROCKSDB, List.of(theirs));

        ComparisonTable.write(comparison, "", new PrintWriter(out));

        assertThat(out.toString())
                .contains("| flush | 1.00 | 2.00 | 0.50 | 0.50 | 0.25 | 2.00 | 0.00 | 0.00 | 1.00 |")
                .doesNotContain("| benchmark |", "µs");
    }

    @Test
    void json_hasMediansAndRatio() {
        twoRounds();

        ComparisonJson.write(comparison, new PrintWriter(out));

        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .startsWith("{\"benchmark\":\"fillseq\",\"rounds\":2,"
                        + "\"ops_per_second\":{\"narrows\":4000.000,\"rocksdb\":2000.000,\"ratio\":2.0000}");
    }

    private void twoRounds() {
        for (int round = 0; round < 2; round++) {
            comparison.add(EngineKind.NARROWS, List.of(figures(1, 0.5, 1, 3, 5, 3_000_000)));
            comparison.add(EngineKind.ROCKSDB, List.of(figures(2, 1, 2, 4, 6, 6_000_000)));
        }
    }

    private static Figures figures(double seconds, double cpu, double p50, double p99, double p999, long disk) {
        return new Figures("fillseq", 4_000, seconds, seconds, cpu, 1, p50, p99, p999, disk, "");
    }
}

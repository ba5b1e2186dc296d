package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final Figures FIGURES =
            new Figures("readrandom", 2_000_000, 4, 2, 5, 100 << 20, 1.5, 20.25, 300.125, 12_345, "(1 of 2 found)");

    private final StringWriter out = new StringWriter();

    @Test
    void rates_areOfWallAndOfProcessorTime() {
        assertThat(FIGURES.microsPerOperation()).isEqualTo(2);
        assertThat(FIGURES.operationsPerSecond()).isEqualTo(1_000_000);
        assertThat(FIGURES.operationsPerCpuSecond()).isEqualTo(400_000);
        assertThat(FIGURES.megabytesPerSecond()).isEqualTo(50);
    }

    @Test
    void line_isDbBenchsWithMoreBehind() {
        assertThat(TextReport.line(FIGURES))
                .isEqualTo("readrandom   :       2.000 micros/op 1000000 ops/sec 2.000 seconds 2000000 operations;"
                        + "   50.0 MB/s (1 of 2 found); p50 1.500 p99 20.250 p99.9 300.125 micros; 5.00 CPU seconds;"
                        + " 12345 disk bytes");
    }

    @Test
    void line_withoutBytes_hasNoRateOfThem() {
        Figures flush = new Figures("flush", 1, 1, 1, 1, 0, 1, 1, 1, 7, "");

        assertThat(TextReport.line(flush)).contains(" 1 operations; p50 ").doesNotContain("MB/s");
    }

    @Test
    void histogram_isUnderItsLine() {
        Histogram nanos = new Histogram(3);
        nanos.recordValue(1_000);

        new TextReport(new PrintWriter(out), true).result(EngineKind.NARROWS, FIGURES, nanos);

        assertThat(out.toString().lines().toList().get(1)).isEqualTo("Microseconds per call:");
        assertThat(out.toString()).containsPattern("1\\.000 +1\\.000000000000 +1\n");
    }

    @Test
    void json_readsBackAsItWas() throws IOException {
        new JsonReport(new PrintWriter(out)).result(EngineKind.ROCKSDB, FIGURES, new Histogram(3));

        assertThat(JsonReport.read(out.toString())).contains(FIGURES);
    }

    @Test
    void json_statisticsAreNoFigures() throws IOException {
        new JsonReport(new PrintWriter(out)).statistics(EngineKind.ROCKSDB, "level 0\nlevel 1");

        assertThat(out.toString().lines()).hasSize(1);
        assertThat(JsonReport.read(out.toString())).isEmpty();
    }

    @Test
    void json_withoutTheNameOfItsBenchmark_isRefused() {
        new JsonReport(new PrintWriter(out)).result(EngineKind.ROCKSDB, FIGURES, new Histogram(3));

        assertThatThrownBy(() -> JsonReport.read(out.toString().replace("\"benchmark\"", "\"other\"")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("not a benchmark result: ");
    }
}

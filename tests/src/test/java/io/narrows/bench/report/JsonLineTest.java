package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.report.Run.State;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonLineTest {
    @Test
    void of_aRun_hasItsFiguresInPlainNumbers() {
        Run run = new Run(
                "ssh -C",
                "bulk",
                State.WARM,
                3,
                Map.of(Metric.WIRE_RATIO, 0.2053, Metric.APP_BYTES, 64_000_000.0, Metric.MISMATCHES, 0.0));

        assertThat(JsonLine.of(run))
                .isEqualTo("{\"peer\": \"ssh -C\", \"trial\": \"bulk\", \"state\": \"warm\", \"round\": 3,"
                        + " \"app_bytes\": 64000000, \"wire_ratio\": 0.2053, \"mismatches\": 0}");
    }
}

package io.narrows.lab.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScrapeTest {
    @Test
    void parse_samples_haveNameLabelsAndValue() {
        Scrape scrape = Scrape.parse("""
                # HELP narrows_app_bytes_total Bytes of applications.
                # TYPE narrows_app_bytes_total counter
                narrows_app_bytes_total{class="bulk",peer="db-2"} 1.25E7
                narrows_app_bytes_total{class="heartbeat",peer="db-2"} 40
                process_cpu_seconds_total 1.5 1700000000000

                """);

        assertThat(scrape.samples())
                .containsExactly(
                        new Sample("narrows_app_bytes_total", Map.of("class", "bulk", "peer", "db-2"), 12_500_000),
                        new Sample("narrows_app_bytes_total", Map.of("class", "heartbeat", "peer", "db-2"), 40),
                        new Sample("process_cpu_seconds_total", Map.of(), 1.5));
        assertThat(scrape.sum("narrows_app_bytes_total")).isEqualTo(12_500_040);
        assertThat(scrape.sum("narrows_links")).isZero();
    }

    @Test
    void parse_labelsWithEveryCharacter_areReadAsWritten() {
        Scrape scrape = Scrape.parse("a{b=\"x,y} \\\"z\\\" \\\\n \\n\",c=\"\",} +Inf");

        assertThat(scrape.samples())
                .containsExactly(new Sample("a", Map.of("b", "x,y} \"z\" \\n \n", "c", ""), Double.POSITIVE_INFINITY));
    }
}

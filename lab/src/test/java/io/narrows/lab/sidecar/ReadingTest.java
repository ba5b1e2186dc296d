package io.narrows.lab.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadingTest {
    private static final Map<String, String> PLACES = Map.of("db-1", "us-east-1", "db-2", "eu-west-1");
    private static final Flow FLOW = new Flow(new Route("us-east-1", "eu-west-1", "bulk"), "zstd");

    private static final String SENDER = """
            narrows_app_bytes_total{class="bulk",codec="zstd",direction="sent",peer="db-2"} 1000
            narrows_wire_bytes_total{class="bulk",codec="zstd",direction="sent",peer="db-2"} 250
            narrows_baseline_usd_total{class="bulk",codec="zstd",direction="sent",peer="db-2"} 4
            narrows_wire_usd_total{class="bulk",codec="zstd",direction="sent",peer="db-2"} 1
            narrows_codec_cpu_seconds_total{class="bulk",codec="zstd",direction="sent",op="compress",peer="db-2"} 0.5
            narrows_added_latency_seconds_bucket{class="bulk",direction="sent",peer="db-2",le="0.001"} 10
            narrows_added_latency_seconds_bucket{class="bulk",direction="sent",peer="db-2",le="+Inf"} 10
            narrows_cpu_usd_total 0.02
            narrows_start_cpu_usd_total 0.015
            process_cpu_seconds_total 3
            """;
    private static final String RECEIVER = """
            narrows_app_bytes_total{class="bulk",codec="zstd",direction="received",peer="db-1"} 1000
            narrows_wire_bytes_total{class="bulk",codec="zstd",direction="received",peer="db-1"} 250
            narrows_baseline_usd_total{class="bulk",codec="zstd",direction="received",peer="db-1"} 2
            narrows_wire_usd_total{class="bulk",codec="zstd",direction="received",peer="db-1"} 0.5
            narrows_codec_cpu_seconds_total{class="bulk",codec="zstd",direction="received",op="uncompress",peer="db-1"} 0.25
            narrows_added_latency_seconds_bucket{class="bulk",direction="received",peer="db-1",le="0.002"} 10
            narrows_added_latency_seconds_bucket{class="bulk",direction="received",peer="db-1",le="+Inf"} 10
            narrows_cpu_usd_total 0.01
            process_cpu_seconds_total 2
            """;

    @Test
    void of_bothEnds_countsBytesOnceAndTheRestOfBoth() {
        Reading reading = read(SENDER, RECEIVER);

        assertThat(reading.flows()).containsOnly(Map.entry(FLOW, new Counters(1000, 250, 6, 1.5, 0.75, 0.5)));
        assertThat(reading.total().savedPercent()).isEqualTo(75);
        assertThat(reading.total().savedUsd()).isEqualTo(4.5);
        assertThat(reading.cpuSeconds()).isEqualTo(5);
        assertThat(reading.cpuUsd()).isEqualTo(0.03, within(1e-12));
        assertThat(reading.startUsd()).isEqualTo(0.015, within(1e-12));
        assertThat(reading.runningUsd()).isEqualTo(0.015, within(1e-12));
    }

    @Test
    void latency_ofARoute_isThatOfBothSidecars() {
        Reading reading = read(SENDER, RECEIVER);

        assertThat(reading.latencies().get(FLOW.route()).percentile(0.5)).isEqualTo(0.0005 + 0.001, within(1e-12));
    }

    @Test
    void minus_earlier_keepsWhatIsNewSince() {
        Reading reading = read(SENDER, RECEIVER).minus(read("", ""));

        assertThat(reading.flows()).isEqualTo(read(SENDER, RECEIVER).flows());
        assertThat(read(SENDER, RECEIVER).minus(read(SENDER, RECEIVER)).total()).isEqualTo(Counters.ZERO);
    }

    @Test
    void perMonth_amountOfTwoSeconds_isScaledByTheMeanMonth() {
        Reading reading = read(SENDER, RECEIVER).lasting(Duration.ofSeconds(2));

        assertThat(reading.perMonth(1)).isEqualTo(30.4375 * 86_400 / 2);
    }

    private static Reading read(String near, String far) {
        return Reading.of(0, PLACES, Map.of("db-1", Scrape.parse(near), "db-2", Scrape.parse(far)));
    }
}

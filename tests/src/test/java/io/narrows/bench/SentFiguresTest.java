package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.tests.support.Metrics;
import org.junit.jupiter.api.Test;

class SentFiguresTest {
    @Test
    void usdPerGigabyte_isThatOfBytesAndCodecTimeSent() {
        SentFigures before = SentFigures.of(metrics(0, 0, 0, 0));

        SentFigures figures = SentFigures.of(metrics(2e9, 5e8, 0.01, 30)).minus(before);

        assertThat(figures.ratio()).isEqualTo(0.25);
        assertThat(figures.secondsPerGigabyte()).isCloseTo(15, within(1e-9));
        assertThat(figures.usdPerGigabyte()).isCloseTo((0.01 + 30 * 1e-5) / 2, within(1e-12));
    }

    private static Metrics metrics(double app, double wire, double usd, double seconds) {
        String sent = "{peer=\"far\",class=\"replication\",codec=\"zstd\",direction=\"sent\"} ";
        return new Metrics(String.join(
                "\n",
                "narrows_app_bytes_total" + sent + app,
                "narrows_wire_bytes_total" + sent + wire,
                "narrows_wire_usd_total" + sent + usd,
                "narrows_wire_usd_total" + sent.replace("sent", "received") + 77,
                "narrows_wire_usd_total" + sent.replace("replication", "control") + 88,
                "narrows_codec_cpu_seconds_total" + sent + seconds,
                "narrows_tariff_usd_per_core_second 1.0E-5"));
    }
}

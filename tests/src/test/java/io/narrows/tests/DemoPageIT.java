package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.narrows.config.Location;
import io.narrows.config.Price;
import io.narrows.config.Tariff;
import io.narrows.tests.browser.Chromium;
import io.narrows.tests.browser.Tab;
import io.narrows.tests.browser.Viewport;
import io.narrows.tests.support.Demo;
import io.narrows.tests.support.LoopbackWire;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.PrometheusServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares four sources for the cost of the demo: its report, the pages of its two sidecars, a Prometheus that scraped
 * them, and the bytes that the kernel counted between them. The screenshots are in {@code tests/target/page};
 * {@code -Ddocs.rewrite=true} replaces the pictures in docs/images with them.
 */
class DemoPageIT {
    /** Headers are counted once a second. */
    private static final Percentage HEADERS_LATE = Percentage.withPercentage(3);

    private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Location NEAR = new Location("us-east-1", "us-east-1a", "db-1");
    private static final Location FAR = new Location("eu-west-1", "eu-west-1a", "db-2");
    private static final Pattern LINK_PORT = Pattern.compile("\"link\":\\s*\\{\\s*\"listen\":\\s*\"[^\"]+:(\\d+)\"");
    private static final Path SCREENSHOTS = Path.of("target", "page");
    private static final Path KEPT = Path.of("..", "docs", "images");
    private static final int MAX_SCREENSHOT_BYTES = 200_000;
    private static final Map<String, Viewport> VIEWPORTS = Map.of(
            "page-light.png",
            Viewport.DESKTOP,
            "page-dark.png",
            Viewport.DESKTOP.inTheDark(),
            "page-phone-light.png",
            Viewport.PHONE,
            "page-phone-dark.png",
            Viewport.PHONE.inTheDark());

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void reportPagesPrometheusAndWireAgree() throws Exception {
        try (LoopbackWire wire = new LoopbackWire();
                Demo demo = new Demo(System.getProperty("narrows.demo.time", "10s"));
                Chromium browser = Chromium.start(directory)) {
            List<String> pages = demo.pages();
            try (PrometheusServer prometheus = PrometheusServer.start(
                            directory.resolve("prometheus"),
                            pages.stream()
                                    .map(page -> URI.create(page).getAuthority())
                                    .toList(),
                            List.of());
                    Tab near = browser.open(pages.get(0), Viewport.DESKTOP);
                    Tab far = browser.open(pages.get(1), Viewport.DESKTOP)) {
                Map<String, Object> report = demo.await("summary");

                double carried = wire.payloadBytes(linkPort(near), linkPort(far));
                double withHeaders = wire.bytes(linkPort(near), linkPort(far));
                assertThat(number(report, "wire_bytes"))
                        .as("counted outside, where segments that a busy machine sends again count again")
                        .isBetween(0.9 * carried, 1.01 * carried);
                Price price = Tariff.STANDARD.price(NEAR, FAR); // the other direction costs the same
                assertThat(number(report, "wire_usd"))
                        .as("counted outside, at the price of a byte")
                        .isCloseTo(withHeaders * (price.sentPerByte() + price.receivedPerByte()), HEADERS_LATE);
                assertPrometheusAgrees(prometheus, report);
                assertPagesAgree(near, far, report);

                takeScreenshots(far);
                assertThat(near.problems()).isEmpty();
                assertThat(far.problems()).isEmpty();
            }
        }
    }

    private static void assertPrometheusAgrees(PrometheusServer prometheus, Map<String, Object> report) {
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() -> assertThat(prometheus.figure("sum(narrows_app_bytes_total{direction='sent'})"))
                        .isEqualTo(number(report, "app_bytes")));
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (String money : List.of("baseline_usd", "wire_usd")) {
                assertThat(prometheus.figure("sum(narrows_" + money + "_total)"))
                        .as(money)
                        .isCloseTo(number(report, money), ONE_PERCENT);
            }
            assertThat(prometheus.figure("sum(narrows_cpu_usd_total) / sum(process_cpu_seconds_total)"))
                    .as("dollars for a second of a processor")
                    .isCloseTo(processorSecond(report), ONE_PERCENT);
        });
    }

    private static void assertPagesAgree(Tab near, Tab far, Map<String, Object> report) {
        for (Tab tab : List.of(near, far)) {
            tab.show();
            // A response that is still in progress has no text yet.
            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(RuntimeException.class)
                    .untilAsserted(() -> {
                        assertThat(tab.value("#figure-app data")).isEqualTo(number(report, "app_bytes"));
                        assertShowsItsMetrics(tab, processorSecond(report));
                    });
            assertThat(tab.value("#figure-wire data")).isCloseTo(number(report, "wire_bytes"), ONE_PERCENT);
        }
        assertThat(near.value("#figure-baseline data") + far.value("#figure-baseline data"))
                .isCloseTo(number(report, "baseline_usd"), ONE_PERCENT);
        assertThat(near.value("#figure-wire-usd data") + far.value("#figure-wire-usd data"))
                .isCloseTo(number(report, "wire_usd"), ONE_PERCENT);
        assertThat(number(report, "net_usd"))
                .isCloseTo(
                        number(report, "baseline_usd") - number(report, "wire_usd") - number(report, "cpu_usd"),
                        within(1e-12));
    }

    /**
     * Compares a page with metrics scraped a moment later. Compares the processor cost in the metrics with the
     * report's price of a processor second, because the running sidecars use processor time that the report does not
     * include.
     */
    private static void assertShowsItsMetrics(Tab tab, double usdPerSecond) {
        double cpu = tab.value("#figure-cpu data");
        double transfer = tab.value("#figure-baseline data") - tab.value("#figure-wire-usd data");
        double net = tab.value("#figure-net data");
        Metrics scrape = new Metrics((String) tab.evaluate("fetch('metrics').then(answer => answer.text())"));

        assertThat(cpu).isCloseTo(scrape.sum("narrows_cpu_usd_total"), ONE_PERCENT);
        assertThat(transfer)
                .isCloseTo(
                        scrape.sum("narrows_baseline_usd_total") - scrape.sum("narrows_wire_usd_total"), ONE_PERCENT);
        assertThat(net).isCloseTo(transfer - cpu, within(1e-12));
        assertThat(scrape.sum("narrows_cpu_usd_total"))
                .isCloseTo(scrape.sum("process_cpu_seconds_total") * usdPerSecond, ONE_PERCENT);
    }

    private static double processorSecond(Map<String, Object> report) {
        return number(report, "cpu_usd") / number(report, "cpu_seconds");
    }

    private static int linkPort(Tab tab) {
        // A page that was just opened may not have requested it yet.
        String config = await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RuntimeException.class)
                .until(() -> tab.lastAnswer("/config"), LINK_PORT.asPredicate());
        Matcher matcher = LINK_PORT.matcher(config);
        assertThat(matcher.find()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    private static void takeScreenshots(Tab tab) throws IOException {
        for (Map.Entry<String, Viewport> viewport : VIEWPORTS.entrySet()) {
            Path file = SCREENSHOTS.resolve(viewport.getKey());
            tab.look(viewport.getValue());
            tab.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
            tab.screenshot(file);
            assertThat(Files.size(file)).as(viewport.getKey()).isBetween(10_000L, (long) MAX_SCREENSHOT_BYTES);
            if (Boolean.getBoolean("docs.rewrite")) {
                Files.copy(file, KEPT.resolve(viewport.getKey()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static double number(Map<String, Object> event, String key) {
        return ((Number) event.get(key)).doubleValue();
    }
}

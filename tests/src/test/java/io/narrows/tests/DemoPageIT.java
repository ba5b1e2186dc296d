package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.browser.Chromium;
import io.narrows.tests.browser.Tab;
import io.narrows.tests.browser.Viewport;
import io.narrows.tests.support.Demo;
import io.narrows.tests.support.Metrics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages of the demo's two sidecars, beside its report. The screenshots are in {@code tests/target/page}; with
 * {@code -Ddocs.rewrite=true} those of the README become the new ones.
 */
class DemoPageIT {
    private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
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
    void pagesMetricsAndReportAgree() throws Exception {
        try (Demo demo = new Demo(System.getProperty("narrows.demo.time", "10s"));
                Chromium browser = Chromium.start(directory)) {
            List<String> pages = demo.pages();
            try (Tab near = browser.open(pages.get(0), Viewport.DESKTOP);
                    Tab far = browser.open(pages.get(1), Viewport.DESKTOP)) {
                Map<String, Object> report = demo.await("summary");
                awaitBytes(near, report);
                awaitBytes(far, report);

                // The sidecars still run, and their processor time with them: it is held to the whole bill.
                Offset<Double> onePercentOfTheBill = Offset.offset(number(report, "baseline_usd") / 100);
                for (String[] figure : new String[][] {
                    {"#figure-baseline data", "baseline_usd"},
                    {"#figure-wire-usd data", "wire_usd"},
                    {"#figure-cpu data", "cpu_usd"},
                    {"#figure-net data", "net_usd"}
                }) {
                    assertThat(near.value(figure[0]) + far.value(figure[0]))
                            .as(figure[1])
                            .isCloseTo(number(report, figure[1]), onePercentOfTheBill);
                }
                assertThat(near.value("#figure-wire data")).isCloseTo(number(report, "wire_bytes"), ONE_PERCENT);
                for (String money :
                        List.of("narrows_baseline_usd_total", "narrows_wire_usd_total", "narrows_cpu_usd_total")) {
                    assertThat(scrape(pages.get(0)).sum(money)
                                    + scrape(pages.get(1)).sum(money))
                            .as(money)
                            .isCloseTo(
                                    number(report, money.replace("narrows_", "").replace("_total", "")),
                                    onePercentOfTheBill);
                }
                takeScreenshots(far);
                assertThat(near.problems()).isEmpty();
                assertThat(far.problems()).isEmpty();
            }
        }
    }

    /** The bytes of both directions, which each sidecar counts as the report does. */
    private static void awaitBytes(Tab tab, Map<String, Object> report) {
        tab.show();
        await().atMost(PATIENCE).until(() -> Math.abs(tab.value("#figure-app data") - number(report, "app_bytes")) < 1);
    }

    private static Metrics scrape(String page) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(page + "metrics")).build();
        return new Metrics(HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body());
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

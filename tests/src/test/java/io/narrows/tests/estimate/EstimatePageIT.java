package io.narrows.tests.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.browser.Chromium;
import io.narrows.tests.browser.Tab;
import io.narrows.tests.browser.Viewport;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.Launcher;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The page of {@code narrows estimate --html} in Chromium. The screenshots are in {@code tests/target/page};
 * {@code -Ddocs.rewrite=true} replaces the pictures in docs/images with them.
 */
class EstimatePageIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Path SCREENSHOTS = Path.of("target", "page");
    private static final Path KEPT = Path.of("..", "docs", "images");
    private static final Viewport DESKTOP = new Viewport(1040, 1560, 1, false, false);
    private static final Viewport PHONE = new Viewport(390, 1500, 1, true, false);
    private static final Map<String, Viewport> VIEWPORTS = Map.of(
            "estimate-light.png", DESKTOP,
            "estimate-dark.png", DESKTOP.inTheDark(),
            "estimate-phone.png", PHONE);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static Chromium browser;
    private static Path page;
    private static Path hostile;

    @BeforeAll
    static void write() throws IOException {
        page = directory.resolve("page.html");
        estimate("--nodes", "60", "--regions", "2", "--zones", "3", "--writes", "40", "--like", "postgresql", page);
        Path matrix = Files.writeString(directory.resolve("traffic.csv"), """
                from,to,rate
                "<img src=x onerror=document.title=1>/<script>alert(1)&amp;/x",r2/b/y,1e6
                """);
        hostile = directory.resolve("hostile.html");
        estimate("--matrix", matrix.toString(), hostile);
        browser = Chromium.start(directory);
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void estimate(Object... arguments) {
        List<String> command = new ArrayList<>(List.of(Launcher.path().toString(), "estimate"));
        for (int i = 0; i < arguments.length - 1; i++) {
            command.add(arguments[i].toString());
        }
        command.addAll(List.of("--html", arguments[arguments.length - 1].toString()));
        Command.run(command);
    }

    static List<Viewport> viewports() {
        return List.of(DESKTOP, DESKTOP.inTheDark(), PHONE, PHONE.inTheDark());
    }

    @ParameterizedTest
    @MethodSource("viewports")
    void texts_areReadable_andThePageScrollsOnlyDown(Viewport viewport) throws IOException {
        try (Tab tab = open(page, viewport);
                InputStream script = Objects.requireNonNull(
                        EstimatePageIT.class.getResourceAsStream("/io/narrows/tests/contrast.js"))) {
            assertThat((List<?>) tab.evaluate(new String(script.readAllBytes(), StandardCharsets.UTF_8)))
                    .isEmpty();
            assertThat(((Number) tab.evaluate("document.scrollingElement.scrollWidth")).intValue())
                    .isEqualTo(viewport.width());
            assertThat(((Number) tab.evaluate("Math.min(...[...document.querySelectorAll('svg text')]"
                                    + ".map(text => text.getBoundingClientRect().height))"))
                            .doubleValue())
                    .as("height of the smallest text of the drawing")
                    .isGreaterThan(9);
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void bars_haveTheWidthOfTheirAmounts() {
        try (Tab tab = open(page, DESKTOP)) {
            assertThat(tab.evaluate("(() => { const track = document.querySelector('.without .track');"
                            + " const bar = track.querySelector('.sure');"
                            + " return bar.offsetWidth / track.offsetWidth; })()"))
                    .isEqualTo(1);
            assertThat(tab.texts(".bars .label")).contains("without sidecars", "zstd:1");
        }
    }

    @Test
    void page_asksForNothing_andHasNoScript() {
        try (Tab tab = open(page, DESKTOP)) {
            assertThat(tab.evaluate("performance.getEntriesByType('resource').length"))
                    .isEqualTo(0);
            assertThat(tab.evaluate("document.scripts.length")).isEqualTo(0);
        }
    }

    @Test
    void hostileNames_areText() {
        try (Tab tab = open(hostile, DESKTOP)) {
            assertThat(tab.evaluate("document.images.length + document.scripts.length"))
                    .isEqualTo(0);
            assertThat(tab.evaluate("document.title")).isEqualTo("Narrows: what sidecars would save");
            assertThat(tab.texts("td")).contains("<img src=x onerror=document.title=1>/<script>alert(1)&amp;");
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void screenshots() throws IOException {
        for (Map.Entry<String, Viewport> viewport : VIEWPORTS.entrySet()) {
            Path file = SCREENSHOTS.resolve(viewport.getKey());
            try (Tab tab = open(page, viewport.getValue())) {
                tab.show();
                tab.screenshot(file);
            }
            assertThat(Files.size(file)).as(viewport.getKey()).isBetween(10_000L, 200_000L);
            if (Boolean.getBoolean("docs.rewrite")) {
                Files.copy(file, KEPT.resolve(viewport.getKey()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static Tab open(Path file, Viewport viewport) {
        Tab tab = browser.open(file.toUri().toString(), viewport);
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> Boolean.TRUE.equals(tab.evaluate(
                        "document.readyState === 'complete' && document.querySelector('footer') !== null")));
        return tab;
    }
}

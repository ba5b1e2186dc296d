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
import io.narrows.tests.support.Connection;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the page of a sidecar that has carried traffic, in Chromium. */
@TestInstance(Lifecycle.PER_CLASS)
class PageIT {
    private static final int MEGABYTES = 3 << 20;
    private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int MOST_TABS = 100;
    private static final Set<String> NAMED = Set.of(
            "button",
            "link",
            "combobox",
            "radio",
            "table",
            "image",
            "img",
            "region",
            "heading",
            "columnheader",
            "rowheader",
            "group");

    private SidecarPair pair;
    private Connection connection;
    private Chromium browser;

    @BeforeAll
    void carry(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws IOException {
        pair = SidecarPair.start(LinkSecurity.PLAINTEXT, directory);
        connection = pair.connect();
        connection.carry(halfCompressible());
        browser = Chromium.start(directory);
    }

    @AfterAll
    void end() throws IOException {
        browser.close();
        connection.close();
        pair.close();
    }

    /** Each byte has, at random, either one of 256 values or one of 2. */
    private static byte[] halfCompressible() {
        Random random = new Random(1);
        byte[] bytes = new byte[MEGABYTES];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i += 2) {
            bytes[i] &= 1;
        }
        return bytes;
    }

    @Test
    void figures_areThoseOfTheMetricsAndOfTheWire() throws IOException {
        Price price = Tariff.STANDARD.price(zone("us-east-1a"), zone("us-east-1b"));

        double cpuBefore = pair.near().metrics().sum("narrows_cpu_usd_total");

        try (Tab tab = open(Viewport.DESKTOP)) {
            Metrics metrics = pair.near().metrics();
            double hop = pair.wire().forwardBytes() + pair.wire().backBytes();
            double bill = priced(metrics, "narrows_wire_ip_bytes_total", price);

            assertThat(tab.value("#figure-app data"))
                    .isEqualTo(metrics.sum("narrows_app_bytes_total"))
                    .isEqualTo(MEGABYTES);
            assertThat(tab.value("#figure-wire data"))
                    .isCloseTo(metrics.sum("narrows_wire_bytes_total"), ONE_PERCENT)
                    .isCloseTo(hop, ONE_PERCENT);
            assertThat(tab.value("#figure-wire-usd data"))
                    .isCloseTo(metrics.sum("narrows_wire_usd_total"), ONE_PERCENT)
                    .isCloseTo(bill, ONE_PERCENT)
                    .as("headers of TCP and IP are paid too")
                    .isGreaterThan(hop * price.sentPerByte());
            assertThat(tab.value("#figure-baseline data"))
                    .isCloseTo(metrics.sum("narrows_baseline_usd_total"), ONE_PERCENT)
                    .isCloseTo(priced(metrics, "narrows_baseline_ip_bytes_total", price), ONE_PERCENT)
                    .isGreaterThan(MEGABYTES * price.sentPerByte());
            double net = tab.value("#figure-baseline data")
                    - tab.value("#figure-wire-usd data")
                    - tab.value("#figure-cpu data");
            assertThat(tab.value("#figure-net data")).isCloseTo(net, within(1e-12));
            assertThat(tab.value("#figure-cpu data"))
                    .isBetween(cpuBefore, pair.near().metrics().sum("narrows_cpu_usd_total"));
            assertThat(tab.texts("#build")).singleElement().asString().startsWith("Narrows ");
        }
    }

    @Test
    void smallAmounts_areNotRoundedToNothing() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            assertThat(tab.evaluate(
                            "import('/page/format.js').then(f => [0, 4e-7, -4e-7, 0.00123, 12.345].map(f.usd))"))
                    .isEqualTo(List.of("$0", "< $0.000001", "> \u2212$0.000001", "$0.00123", "$12.35"));
            assertThat(tab.evaluate("import('/page/format.js').then(f => [0.832, -1.2, -45.2].map(f.percent))"))
                    .isEqualTo(List.of("83.2\u202f%", "\u2212120.0\u202f%", "< \u2212999\u202f%"));
        }
    }

    @Test
    void startOfTheSidecar_isNotExtrapolated() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            String rate =
                    "import('/page/summary.js').then(s => String(s.netPerMonth([%s].map(([second, saved, cpu, start]) => ({"
                            + " millis: 1000 * second, baseline_usd: saved, wire_usd: 0, cpu_usd: cpu, start_usd: start })))))";
            String starting = "[0, 0, 0, 0], [2, 0, 4, 4], [4, 0, 8, 8]";

            assertThat(tab.evaluate(rate.formatted(starting))).isEqualTo("NaN");
            assertThat(tab.evaluate(rate.formatted(starting + ", [6, 1, 9, 8]")))
                    .isEqualTo("NaN");
            assertThat(tab.evaluate(rate.formatted(starting + ", [14, 30, 18, 8]")))
                    .isEqualTo(String.valueOf(2 * 2_629_800));
        }
    }

    @Test
    void peerWhoseLinksTookMoreThanApplicationsSent_isIdle() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            String idle = "import('/page/model.js').then(m => m.isIdle({ app: %d, wire: 5030, control: 5000 }))";

            assertThat(tab.evaluate(idle.formatted(60))).isEqualTo(true);
            assertThat(tab.evaluate(idle.formatted(60_000))).isEqualTo(false);
        }
    }

    @Test
    void linkOpenedBetweenTwoAnswers_isNotMissingInTheTable() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            String leftOut = "import('/page/links.js').then(l => l.leftOut(%d, { ready: 1, opening: 1, open: 102 }))";

            assertThat(tab.evaluate(leftOut.formatted(99))).isEqualTo(0);
            assertThat(tab.evaluate(leftOut.formatted(100))).isEqualTo(4);
        }
    }

    private static double priced(Metrics metrics, String family, Price price) {
        return metrics.sum(family, "direction=\"sent\"") * price.sentPerByte()
                + metrics.sum(family, "direction=\"received\"") * price.receivedPerByte();
    }

    private static Location zone(String zone) {
        return new Location("us-east-1", zone, "host");
    }

    @Test
    void map_showsRegionZonesNodesAndTheLink() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            assertThat(tab.texts("#map text"))
                    .contains("us-east-1", "us-east-1a", "us-east-1b", "near", "far", "this node");
            double saved = 100 * (1 - tab.value("#figure-wire data") / tab.value("#figure-app data"));
            assertThat(tab.text("#map .share"))
                    .startsWith("%.1f".formatted(saved))
                    .endsWith("%");
            assertThat(tab.texts("#map path.link")).hasSize(1);
            assertThat(tab.evaluate("document.querySelector('#map svg').getAttribute('aria-label')"))
                    .asString()
                    .startsWith("This node is near in zone us-east-1a of us-east-1. Link to far in zone us-east-1b");
        }
    }

    @Test
    void table_isSortedByMouseAndByKeyboard() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            assertThat(tab.text("#traffic th[aria-sort=descending]")).isEqualTo("App");

            tab.evaluate("document.querySelector('#traffic thead th:nth-child(6) button').click()");

            assertThat(tab.text("#traffic th[aria-sort=descending]")).isEqualTo("Wire");
            List<Double> descending = wireColumn(tab);
            assertThat(descending)
                    .isSortedAccordingTo((a, b) -> Double.compare(b, a))
                    .hasSizeGreaterThan(2);

            tab.evaluate("document.querySelector('#traffic thead th:nth-child(5) button').focus()");
            tab.press("Tab");
            assertThat(tab.evaluate("document.activeElement.textContent")).isEqualTo("Wire");
            assertThat(tab.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
                    .isEqualTo("solid");
            tab.press("Enter");

            assertThat(tab.text("#traffic th[aria-sort=ascending]")).isEqualTo("Wire");
            assertThat(wireColumn(tab)).isSorted();
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Double> wireColumn(Tab tab) {
        return ((List<Number>)
                        tab.evaluate(
                                "[...document.querySelectorAll('#traffic tr.traffic td:nth-child(6) data')].map(d => Number(d.value))"))
                .stream().map(Number::doubleValue).toList();
    }

    @Test
    void explanation_isThatOfTheChosenClass() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            await().atMost(PATIENCE).until(() -> tab.text("#explain-answer").contains("cross-zone"));

            tab.evaluate("(() => { const choice = document.querySelector('#explain-class'); choice.value = 'heartbeat';"
                    + " choice.dispatchEvent(new Event('change')); })()");

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(tab.text("#explain-answer"))
                            .contains(
                                    "heartbeat to far",
                                    "chosen by",
                                    "rule 2 at narrows.yaml:",
                                    "zstd:1",
                                    "Not matched"));
        }
    }

    @Test
    void configuration_isThatInForceWithItsDefaults() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            assertThat(tab.text("#config-text")).contains("\"plaintext\": true", "\"max-links\"", "us-east-1b");
        }
    }

    @Test
    void withoutCompressedMessages_thereIsNoPanelOfThem() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(RuntimeException.class)
                    .until(() -> tab.lastAnswer("/unpack").contains("\"unpacked\":[]"));

            assertThat(tab.evaluate("document.getElementById('unpack').checkVisibility()"))
                    .isEqualTo(false);
        }
    }

    @Test
    void errors_showTheLatestOfTheirReason() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            pair.wire().cut();

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(tab.texts("#errors-table tbody tr"))
                            .anySatisfy(row ->
                                    assertThat(row).startsWith("link-cut").contains("far")));
        } finally {
            connection.close();
            connection = pair.connect();
        }
    }

    @Test
    void page_asksNothingThatTheBrowserRefusesAndEndsSilently() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            tab.evaluate("new Promise(done => setTimeout(done, 4500))"); // more than two periods
            await().atMost(PATIENCE).until(() -> tab.text("#state").equals("Live"));
            assertThat(tab.problems()).isEmpty();
            assertThat(tab.evaluate(
                            "performance.getEntriesByType('resource').every(e => e.name.startsWith(location.origin))"))
                    .isEqualTo(true);
            assertThat(tab.evaluate("document.getAnimations().length")).isEqualTo(0);
        }
    }

    @Test
    void pause_stopsTheRequests() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            tab.evaluate("document.querySelector('#pause').click(); window.pausedAt = performance.now()");

            assertThat(tab.text("#state")).startsWith("Paused at ");
            assertThat(tab.evaluate("document.querySelector('#pause').getAttribute('aria-pressed')"))
                    .isEqualTo("true");
            // What was under way may still ask for more.
            assertThat(tab.evaluate("new Promise(done => setTimeout(() => done(performance.getEntriesByType('resource')"
                            + ".filter(e => e.name.endsWith('/overview') && e.startTime > pausedAt).length), 4500))"))
                    .as("updates that began in more than two periods")
                    .isEqualTo(0);
        }
    }

    @Test
    void range_isRequestedWhenChosen_alsoWhilePaused() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            tab.evaluate("document.querySelector('#pause').click()");

            tab.evaluate("document.querySelector('input[value=\"5h\"]').click()");

            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(RuntimeException.class)
                    .until(() -> tab.lastAnswer("/history?range=5h").startsWith("{\"columns\""));
            await().atMost(PATIENCE).until(() -> tab.text("#state").startsWith("Paused at "));
            assertThat(tab.evaluate("document.querySelector('#money svg').getAttribute('aria-label')"))
                    .asString()
                    .startsWith("US dollars per month at the rate at that time from ");
        }
    }

    @Test
    void pageWithoutAnAnswer_showsNothingAboutTheSidecar() throws IOException {
        try (Tab tab = browser.open("about:blank", Viewport.DESKTOP)) {
            tab.runBeforePages("fetch = () => new Promise(() => {})");

            tab.go("http://" + pair.nearAdmin() + "/");

            await().atMost(PATIENCE).until(() -> tab.texts("#bytes figcaption").size() == 1);
            assertThat(tab.text("#state")).isEqualTo("Connecting to the sidecar…");
            assertThat(tab.texts(".empty")).isEmpty();
        }
    }

    /** Simulates a network change of the browser's machine while it loads the page. */
    @ParameterizedTest
    @ValueSource(strings = {"/page/topology.js", "/page/*.js", "/page/peers.css"})
    void partThatDoesNotLoad_isReported_andRequestedAgain(String part) throws IOException {
        try (Tab tab = browser.open("about:blank", Viewport.DESKTOP)) {
            tab.block(part);

            tab.go("http://" + pair.nearAdmin() + "/");

            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(RuntimeException.class) // of a script whose page is reloading
                    .until(() -> tab.text("#state").equals("Part of this page did not load. Reloading…"));
            tab.block(null);
            awaitFigures(tab);
        }
    }

    @Test
    void silenceOfTheSidecar_isReported_andItsEndToo() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            pair.near().signal("STOP");
            try {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(tab.text("#state"))
                                .startsWith("The sidecar does not respond. Figures are as of "));
            } finally {
                pair.near().signal("CONT");
            }

            await().atMost(PATIENCE).until(() -> tab.text("#state").equals("Live"));
        }
    }

    @Test
    void everythingThatCanBeUsed_hasAName() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            List<Tab.Accessible> tree = tab.accessibilityTree();

            assertThat(tree)
                    .filteredOn(node -> NAMED.contains(node.role()))
                    .hasSizeGreaterThan(30)
                    .allSatisfy(node -> assertThat(node.name()).as(node.role()).isNotBlank());
            assertThat(tree).extracting(Tab.Accessible::role).contains("main", "banner", "contentinfo", "status");
            assertThat(tree).contains(new Tab.Accessible("table", "Peers and their traffic by region and zone"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textsAreReadable_onAnyGround(boolean dark) throws IOException {
        try (Tab tab = open(dark ? Viewport.DESKTOP.inTheDark() : Viewport.DESKTOP);
                InputStream script = PageIT.class.getResourceAsStream("contrast.js")) {
            assertThat((List<?>) tab.evaluate(new String(script.readAllBytes(), StandardCharsets.UTF_8)))
                    .isEmpty();
        }
    }

    @Test
    void phone_scrollsOnlyDown() throws IOException {
        try (Tab tab = open(Viewport.PHONE)) {
            assertThat(((Number) tab.evaluate("document.scrollingElement.scrollWidth")).intValue())
                    .isEqualTo(Viewport.PHONE.width());
            assertThat(tab.evaluate("window.innerWidth")).isEqualTo(Viewport.PHONE.width());
        }
    }

    @Test
    void keyboard_reachesEverythingInOrder() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            List<String> reached = new ArrayList<>();
            String focused =
                    "(e => e.id || e.getAttribute('aria-label') || e.value || e.textContent)(document.activeElement)";
            for (int i = 0; i < MOST_TABS && !reached.contains("configuration"); i++) {
                tab.press("Tab");
                reached.add((String) tab.evaluate(focused));
            }

            assertThat(reached).startsWith("Skip to content", "pause", "explain-peer", "explain-class", "10m");
            assertThat(reached)
                    .containsSubsequence(
                            "As a table",
                            "Peers and their traffic by region and zone",
                            "Peer",
                            "Open links",
                            "Active configuration, as JSON",
                            "Metrics",
                            "configuration");
        }
    }

    /** Returns once the page has completed its first update. */
    private Tab open(Viewport viewport) throws IOException {
        Tab tab = browser.open("http://" + pair.nearAdmin() + "/", viewport);
        awaitFigures(tab);
        return tab;
    }

    /**
     * Waits for the end of the first update: some figures are shown before its last request is answered. If they do not appear, the error
     * includes the browser's messages about the page.
     */
    private static void awaitFigures(Tab tab) {
        await("first figures")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RuntimeException.class) // of a script whose page is reloading
                .untilAsserted(() -> {
                    assertThat(tab.text("#traffic-table tbody"))
                            .as("%s: %s; %s", tab.evaluate("location.href"), tab.text("#state"), tab.problems())
                            .isNotEmpty();
                    assertThat(tab.text("#state")).isEqualTo("Live");
                });
    }
}

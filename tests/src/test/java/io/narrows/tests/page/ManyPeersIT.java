package io.narrows.tests.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.browser.Chromium;
import io.narrows.tests.browser.Tab;
import io.narrows.tests.browser.Viewport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page of a sidecar with a thousand simulated peers, in Chromium. Screenshots are in {@code tests/target/page};
 * {@code -Ddocs.rewrite=true} replaces the one in the documentation.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ManyPeersIT {
    private static final int PEERS = 1000;
    private static final int REGIONS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Path SCREENSHOTS = Path.of("target", "page");
    private static final Path KEPT = Path.of("..", "docs", "images", "page-many-peers.png");
    private static final String NAMES = "#traffic-table tbody tr.%s .label";

    /** One, and another each ten seconds after it. */
    private static final String MOST_REQUESTS_OF_PEERS =
            "1 + Math.floor((performance.now() - " + entries("peers") + "[0].startTime) / 10_000)";

    private SimulatedSidecar sidecar;
    private Chromium browser;

    @BeforeAll
    void start(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws IOException {
        sidecar = SimulatedSidecar.start(PEERS);
        browser = Chromium.start(directory);
    }

    @AfterAll
    void end() {
        browser.close();
        sidecar.close();
    }

    @Test
    void manyPeers_areGroups_thatOpenByKeyboardDownToTheTrafficOfAPeer() throws IOException {
        try (Tab tab = open(sidecar, Viewport.DESKTOP)) {
            assertThat(tab.texts(names("region"))).hasSize(REGIONS).contains("eu-west-1");
            assertThat(tab.texts(names("zone"))).isEmpty();
            assertThat(tab.texts(names("peer"))).isEmpty();
            assertThat(number(tab, "document.querySelectorAll('#map rect.node').length"))
                    .as("this node, its region, the four busiest others, and the rest")
                    .isEqualTo(7);

            press(tab, "eu-west-1");
            assertThat(tab.texts(names("zone"))).containsExactlyInAnyOrder("eu-west-1a", "eu-west-1b", "eu-west-1c");
            press(tab, "eu-west-1a");
            assertThat(tab.texts(names("peer")))
                    .containsExactlyInAnyOrderElementsOf(
                            numbers(i -> SimulatedPeers.zone(i).equals("eu-west-1a")));
            press(tab, "db-0026");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(tab.texts(names("traffic")))
                            .containsExactlyInAnyOrder(
                                    "replication, dense, sent",
                                    "replication, dense, received",
                                    "heartbeat, zstd, sent",
                                    "heartbeat, zstd, received",
                                    "control, sent",
                                    "control, received"));
            assertThat(focused(tab)).as("after the table was drawn again").isEqualTo("db-0026");

            press(tab, "eu-west-1a");
            assertThat(tab.texts(names("peer"))).isEmpty();
            assertThat(tab.problems()).isEmpty();
            takeScreenshot(tab);
        }
    }

    @Test
    void search_findsPeersByNameZoneAndRegion() throws IOException {
        try (Tab tab = open(sidecar, Viewport.DESKTOP)) {
            set(tab, "filter-search", "DB-033");
            assertThat(tab.text("#peers-count")).isEqualTo("10 of 1,000 peers");
            assertThat(tab.texts(names("peer"))).containsExactlyInAnyOrderElementsOf(numbers(i -> i / 10 == 33));

            set(tab, "filter-search", "eu-central-1b");
            assertThat(tab.text("#peers-count"))
                    .isEqualTo(count(i -> SimulatedPeers.zone(i).equals("eu-central-1b")) + " of 1,000 peers");

            set(tab, "filter-search", "nothing");
            assertThat(tab.text("#traffic-table")).isEqualTo("No peers match the filter.");

            set(tab, "filter-search", "");
            assertThat(tab.text("#peers-count")).isEmpty();
            assertThat(tab.texts(names("region"))).hasSize(REGIONS);
        }
    }

    @Test
    void peersThatAreDown_areCountedShownAndFound() throws IOException {
        try (Tab tab = open(sidecar, Viewport.DESKTOP)) {
            List<String> down = numbers(SimulatedPeers::isDown);
            assertThat(tab.value("#figure-peers data")).isEqualTo(PEERS - down.size());
            assertThat(tab.text("#figure-peers .bad")).isEqualTo(down.size() + " down");
            assertThat(tab.text("#traffic-table tfoot td.bad")).isEqualTo(down.size() + " down");
            assertThat(tab.texts("#map text.bad")).isNotEmpty().allMatch(text -> text.endsWith(" down"));

            set(tab, "filter-state", "down");

            assertThat(tab.texts(names("peer"))).containsExactlyInAnyOrderElementsOf(down);
            assertThat(tab.texts("#traffic-table tr.peer td:nth-child(3)")).containsOnly("down");
            set(tab, "filter-state", "up");
            assertThat(tab.text("#peers-count")).isEqualTo(PEERS - down.size() + " of 1,000 peers");
        }
    }

    @Test
    void linkWhoseDatabaseTlsIsEnded_hasALock_thatSaysWhereTheClearTextIs() throws IOException {
        try (Tab tab = open(sidecar, Viewport.DESKTOP)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    tab.evaluate(
                                            "[...document.querySelectorAll('#links-table [role=img]')].map(lock => lock.title).join('; ')"))
                            .isEqualTo(
                                    "The database's TLS is ended here; db-0001 begins it again. Clear text is in the memory of"
                                            + " the two sidecars only."));
        }
    }

    @Test
    void certificate_showsTheDaysThatAreLeft() throws IOException {
        try (Tab tab = open(sidecar, Viewport.DESKTOP)) {
            assertThat(tab.text("#figure-certificate dd"))
                    .isEqualTo("%d days leftauthority 1,083 days left", SimulatedSidecar.CERTIFICATE_DAYS);
            assertThat(tab.texts("#figure-certificate .bad")).isEmpty();
        }
    }

    @Test
    void filters_leaveWhatDoesNotSaveAndWhatIsIdle() throws IOException {
        try (Tab tab = open(sidecar, Viewport.DESKTOP)) {
            int wasteful = count(i -> SimulatedPeers.isIncompressible(i) && !SimulatedPeers.sendsBulk(i));

            set(tab, "filter-saving", "not-saving");
            assertThat(tab.text("#peers-count")).isEqualTo(wasteful + " of 1,000 peers");
            set(tab, "filter-saving", "idle");
            assertThat(tab.text("#peers-count")).isEqualTo(count(SimulatedPeers::isIdle) + " of 1,000 peers");
            set(tab, "filter-saving", "saving");
            assertThat(tab.text("#peers-count"))
                    .isEqualTo(PEERS - wasteful - count(SimulatedPeers::isIdle) + " of 1,000 peers");
        }
    }

    @Test
    void filterByClass_showsItsTrafficAlone() throws IOException {
        try (Tab tab = open(sidecar, Viewport.DESKTOP)) {
            set(tab, "filter-class", "bulk");

            int senders = count(SimulatedPeers::sendsBulk);
            await().atMost(PATIENCE).until(() -> tab.text("#peers-count").equals(senders + " of 1,000 peers"));
            assertThat(tab.value("#traffic-table tfoot td:nth-child(5) data")).isEqualTo(senders * 315_000_000.0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void fewPeers_areOpen_andHaveNothingToFilter(int peers) throws IOException {
        try (SimulatedSidecar few = SimulatedSidecar.start(peers);
                Tab tab = open(few, Viewport.DESKTOP)) {
            assertThat(tab.texts(names("peer"))).containsExactlyInAnyOrderElementsOf(numbers(i -> i <= peers));
            assertThat(tab.texts(names("traffic"))).contains("replication, dense, sent", "control, received");
            assertThat(tab.evaluate("document.getElementById('filter').checkVisibility()"))
                    .isEqualTo(false);
            assertThat(tab.problems()).isEmpty();
            tab.screenshot(SCREENSHOTS.resolve(peers + "-peers.png"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textsAreReadable_alsoThoseOfPeersThatAreDown(boolean dark) throws IOException {
        try (Tab tab = open(sidecar, dark ? Viewport.DESKTOP.inTheDark() : Viewport.DESKTOP);
                InputStream script = ManyPeersIT.class.getResourceAsStream("/io/narrows/tests/contrast.js")) {
            assertThat((List<?>) tab.evaluate(new String(script.readAllBytes(), StandardCharsets.UTF_8)))
                    .isEmpty();
        }
    }

    @Test
    void phone_showsWhatIsSaved_andThatThereIsMoreAtTheRight() throws IOException {
        try (Tab tab = open(sidecar, Viewport.PHONE)) {
            assertThat(number(tab, "document.scrollingElement.scrollWidth")).isEqualTo((double) Viewport.PHONE.width());
            assertThat(tab.text("#traffic-table thead th:nth-child(2)")).isEqualTo("Saved");
            assertThat(number(tab, "document.querySelector('#traffic-table td').getBoundingClientRect().right"))
                    .isLessThan(Viewport.PHONE.width());
            String box = "document.querySelector('#traffic-table .scroll')";
            assertThat(number(tab, box + ".scrollWidth")).isGreaterThan(number(tab, box + ".clientWidth"));
            assertThat(tab.evaluate("getComputedStyle(" + box + ").backgroundAttachment"))
                    .as("covers that move with the content, over shadows that do not")
                    .isEqualTo("local, local, scroll, scroll");
            tab.evaluate("document.getElementById('traffic').scrollIntoView()");
            tab.screenshot(SCREENSHOTS.resolve("many-peers-phone.png"));
        }
    }

    /**
     * Tests the cost for the sidecar: data that grows with the number of peers is requested only every ten seconds, and is
     * gzipped.
     */
    @Test
    void answersThatThePageAsksForAgain_areSmall() throws IOException {
        try (Tab tab = open(sidecar, Viewport.DESKTOP)) {
            double drawn = number(tab, "drawnAt");
            String sizes = "performance.getEntriesByType('resource').filter(e => !e.name.includes('/page/')).map(e => "
                    + "`${new URL(e.name).pathname} ${e.decodedBodySize} bytes, ${e.encodedBodySize} on the connection`)";

            System.out.printf(
                    "%,d peers: drawn %.0f ms after the navigation began, heap %.1f MB, elements %.0f; %s%n",
                    PEERS,
                    drawn,
                    tab.heapBytes() / 1e6,
                    number(tab, "document.querySelectorAll('*').length"),
                    tab.evaluate(sizes));
            assertThat(largest(tab, "overview")).isLessThan(20_000);
            assertThat(largest(tab, "links")).isLessThan(20_000);
            assertThat(largest(tab, "peers")).isLessThan(60_000);
            assertThat(tab.evaluate("performance.getEntriesByType('resource').some(e => e.name.endsWith('/metrics'))"))
                    .isEqualTo(false);

            tab.evaluate("new Promise(done => setTimeout(done, 5000))");

            await().atMost(PATIENCE).until(() -> number(tab, requests("overview")) > 1);
            assertThat(number(tab, requests("peers"))).isLessThanOrEqualTo(number(tab, MOST_REQUESTS_OF_PEERS));
        }
    }

    private static void takeScreenshot(Tab tab) throws IOException {
        Path file = SCREENSHOTS.resolve(KEPT.getFileName());
        tab.evaluate("document.activeElement.blur()");
        tab.evaluate("document.getElementById('traffic').scrollIntoView()");
        tab.screenshot(file);
        assertThat(Files.size(file)).isBetween(10_000L, 150_000L);
        if (Boolean.getBoolean("docs.rewrite")) {
            Files.copy(file, KEPT, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static double largest(Tab tab, String path) {
        return number(tab, "Math.max(...%s.map(e => e.encodedBodySize))".formatted(entries(path)));
    }

    private static String requests(String path) {
        return entries(path) + ".length";
    }

    private static String entries(String path) {
        return "performance.getEntriesByType('resource').filter(e => new URL(e.name).pathname === '/%s')"
                .formatted(path);
    }

    /**
     * Opens the page and returns once its table has been drawn, which sets {@code drawnAt} to the time since the navigation
     * began.
     */
    private Tab open(SimulatedSidecar of, Viewport viewport) {
        Tab tab = browser.open("about:blank", viewport);
        tab.runBeforePages("new MutationObserver((changes, observer) => {"
                + " if (document.querySelector('#traffic-table tbody tr')) { observer.disconnect();"
                + " requestAnimationFrame(() => setTimeout(() => { window.drawnAt = performance.now(); })); }"
                + " }).observe(document, { childList: true, subtree: true })");
        tab.go(of.page());
        await("first figures")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RuntimeException.class)
                .untilAsserted(() -> assertThat(tab.evaluate("typeof drawnAt"))
                        .as("%s; %s", tab.text("#state"), tab.problems())
                        .isEqualTo("number"));
        return tab;
    }

    private static void press(Tab tab, String name) {
        tab.evaluate(
                "[...document.querySelectorAll('#traffic-table tbody button')].find(b => b.textContent === '%s').focus()"
                        .formatted(name));
        tab.press("Enter");
    }

    private static Object focused(Tab tab) {
        return tab.evaluate("document.activeElement.textContent");
    }

    private static void set(Tab tab, String id, String value) {
        tab.evaluate(
                "(choice => { choice.value = '%s'; choice.dispatchEvent(new Event(choice.type === 'search' ? 'input' : 'change')); })(document.getElementById('%s'))"
                        .formatted(value, id));
    }

    private static double number(Tab tab, String expression) {
        return ((Number) tab.evaluate(expression)).doubleValue();
    }

    private static String names(String kind) {
        return NAMES.formatted(kind);
    }

    private static List<String> numbers(IntPredicate wanted) {
        return IntStream.rangeClosed(1, PEERS)
                .filter(wanted)
                .mapToObj(SimulatedPeers::id)
                .toList();
    }

    private static int count(IntPredicate wanted) {
        return (int) IntStream.rangeClosed(1, PEERS).filter(wanted).count();
    }
}

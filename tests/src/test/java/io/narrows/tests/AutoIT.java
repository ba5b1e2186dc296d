package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.Json;
import io.narrows.tests.browser.Chromium;
import io.narrows.tests.browser.PanelPicture;
import io.narrows.tests.browser.Tab;
import io.narrows.tests.browser.Viewport;
import io.narrows.tests.support.Connection;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.RowStream;
import io.narrows.tests.support.SidecarConfig.Site;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests a sidecar that chooses the codec of a link by itself: its answers, its metrics, and its page in Chromium. Screenshots are
 * in {@code tests/target/page}; {@code -Ddocs.rewrite=true} replaces those in docs/images.
 */
@TestInstance(Lifecycle.PER_CLASS)
class AutoIT {
    /** In another region than the peer, so that bytes cost more than the time to compress rows. */
    private static final Site NEAR = new Site("near", "us-west-2", "us-west-2a");

    /** First a candidate that is not the best one, and more processors than the sidecar needs. */
    private static final String AUTO = "auto: {candidates: [lz4, 'zstd:1', 'zstd:9'], cpu-budget: 1}";

    /** The candidates, and the bytes as they are. On a busy machine samples may lack some, which are then forgotten until the next one. */
    private static final List<String> MEASURED = List.of("lz4:0", "zstd:1", "zstd:9", "none:0");

    /** Little, as the sample is compressed the sooner. */
    private static final int BYTES_PER_SECOND = 50_000;

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Longer than several turns that are dropped while other processes take the processors. */
    private static final Duration MEASURED_WITHIN = Duration.ofMinutes(8);

    private static final String PANEL = "document.getElementById('auto')";
    private static final Set<String> NAMED =
            Set.of("button", "combobox", "table", "region", "columnheader", "rowheader");

    private SidecarPair pair;
    private RowStream rows;
    private Chromium browser;

    @BeforeAll
    void choose(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws IOException {
        pair = SidecarPair.start(
                directory,
                NEAR,
                (config, id) -> config.policy("{class: bulk, codec: gzip}", "{codec: auto}")
                        .key(AUTO),
                LinkSecurity.PLAINTEXT.setup(directory));
        rows = new RowStream(pair, BYTES_PER_SECOND);
        rows.start();
        browser = Chromium.start(directory);
        await("first choice among measured candidates")
                .atMost(MEASURED_WITHIN)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> costs().keySet().containsAll(MEASURED)
                        && rowsOf("choices").stream().noneMatch(row -> row.contains("")));
    }

    private Map<String, Double> costs() throws IOException {
        Map<String, Double> costs = new HashMap<>();
        for (List<Object> row : rowsOf("costs")) {
            assertThat(row).startsWith("far", "default");
            costs.put(row.get(2) + ":" + row.get(3), ((Number) row.get(4)).doubleValue());
        }
        return costs;
    }

    @AfterAll
    void end() throws IOException {
        browser.close();
        rows.close();
        pair.close();
    }

    @SuppressWarnings("unchecked")
    private List<List<Object>> rowsOf(String key) throws IOException {
        return (List<List<Object>>) Json.object(pair.near().get("/auto").body()).get(key);
    }

    @Test
    void choice_isMeasured_andAllCandidatesHaveTheirCosts() throws IOException {
        Map<String, Double> costs = await().atMost(MEASURED_WITHIN)
                .until(this::costs, all -> all.keySet().containsAll(MEASURED));

        assertThat(costs).containsOnlyKeys(MEASURED);
        assertThat(rowsOf("choices")).isNotEmpty().allSatisfy(row -> {
            assertThat(row).startsWith("far", "default", "zstd").doesNotContain("");
            assertThat(costs.get("zstd:" + row.get(3))).isPositive().isLessThan(costs.get("lz4:0"));
        });
        assertThat(costs.get("lz4:0")).isLessThan(costs.get("none:0"));
    }

    @Test
    void explanation_hasTheChoice_andTheMeasuredCosts() throws IOException {
        await().atMost(MEASURED_WITHIN)
                .untilAsserted(() -> assertThat(pair.near()
                                .get("/explain?peer=far&class=default")
                                .body())
                        .contains("cross-region", "rule 2 at ", "\nchosen       zstd:", " since ", "reason: ")
                        .containsPattern("\nmeasured     USD per GB: zstd:\\d [\\d.]+, .*lz4 .*none "));
    }

    @Test
    void changesAndLinks_areCounted() throws IOException {
        Metrics metrics = pair.near().metrics();

        // On a busy machine the first samples may lack the best candidate.
        assertThat(switches(metrics, "measured") + switches(metrics, "better")).isPositive();
        assertThat(metrics.sum("narrows_auto_links", "peer=\"far\"", "codec=\"zstd\""))
                .isPositive();
        assertThat(metrics.sum("narrows_auto_cpu_processors", "window=\"10s\"")).isPositive();
        assertThat(metrics.sum("narrows_auto_cpu_budget_processors")).isEqualTo(1);
        assertThat(metrics.sum("narrows_app_bytes_total", "peer=\"far\"", "codec=\"zstd\"", "direction=\"sent\""))
                .isPositive();
    }

    private static double switches(Metrics metrics, String reason) {
        return metrics.sum(
                "narrows_auto_switches_total", "peer=\"far\"", "class=\"default\"", "reason=\"" + reason + "\"");
    }

    @Test
    void laterConnection_carriesItsBytesUnchanged() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.carry(RowStream.rows(1 << 20));
        }
    }

    @Test
    void panel_hasTheCodecInUse_andTheCandidates_theCheapestFirst() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            assertThat(tab.text("#auto-table tbody th")).isEqualTo("far");
            assertThat(tab.text("#auto-table tbody td:nth-child(2)")).isEqualTo("default");
            assertThat(tab.text("#auto-table tbody td:nth-child(3)")).startsWith("zstd ");
            assertThat(tab.value("#auto-table tbody td:nth-child(4) data")).isPositive();
            assertThat(tab.text("#auto-table tbody td:nth-child(5) time")).endsWith(" ago");
            assertThat(tab.evaluate("document.querySelector('#auto-table time').title"))
                    .asString()
                    .matches("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d:\\d\\d");
            assertThat(tab.text("#auto-table tbody td:nth-child(6)")).contains(": ");
            assertThat(tab.value("#auto-table tbody td:nth-child(7) data")).isPositive();
            assertThat(tab.text("#auto-kind")).isEqualTo("default to far");
            assertThat(tab.texts("#auto-costs tbody th"))
                    .hasSize(4)
                    .endsWith("none")
                    .filteredOn(codec -> codec.endsWith(" – in use"))
                    .isNotEmpty();
            assertThat(tab.value("#auto-costs tbody tr:first-child td:nth-child(2) data"))
                    .isLessThan(tab.value("#auto-costs tbody tr:last-child td:nth-child(2) data"));
            assertThat(tab.text("#auto-processors"))
                    .startsWith("Processors in use, average of 10 s: ")
                    .endsWith(" of 1");
            assertThat(tab.text("#auto-warning")).isEmpty();
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void explainPanel_keepsTheChoiceApartFromRulesThatDoNotMatch() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(tab.texts("#explain-answer dt")).contains("chosen", "measured"));
            assertThat(tab.texts("#explain-answer .misses li"))
                    .singleElement()
                    .asString()
                    .startsWith("rule 1 at ");
        }
    }

    @Test
    void sidecarWithoutSuchARule_hasNoPanel_andIsNotAsked() throws IOException {
        try (Tab tab = browser.open("http://" + pair.far().adminAddress() + "/", Viewport.DESKTOP)) {
            await().atMost(PATIENCE).until(() -> tab.text("#state").equals("Live"));

            assertThat(tab.evaluate(PANEL + ".checkVisibility()")).isEqualTo(false);
            assertThat(tab.evaluate("performance.getEntriesByType('resource').some(e => e.name.endsWith('/auto'))"))
                    .isEqualTo(false);
        }
    }

    @Test
    void processorsOverTheBudget_areAWarning_andReasonsAreWords() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            String warning =
                    "import('/page/auto.js').then(a => a.warningOf({ cpu_10s: %s, cpu_budget: 0.5, over_budget: %b }))";
            assertThat(tab.evaluate(warning.formatted("0.5", false))).isEqualTo("");
            assertThat(tab.evaluate(warning.formatted("0.4", true)))
                    .asString()
                    .startsWith("About to exceed the budget: ");
            assertThat(tab.evaluate(warning.formatted("0.6", true)))
                    .asString()
                    .startsWith("Over the budget: links give");
            assertThat(tab.evaluate(warning.formatted("0.6", false))).isEqualTo("Over the budget.");

            String reasons = "import('/page/auto.js').then(a => ['', 'measured', 'better', 'cpu', 'queue', 'recovered',"
                    + " 'withdrawn', 'new'].map(reason => a.reasonOf({ reason }).split(': ')[0]))";
            assertThat(tab.evaluate(reasons))
                    .isEqualTo(List.of(
                            "first choice", "measured", "better", "cpu", "queue", "recovered", "withdrawn", "new"));

            String ago = "import('/page/format.js').then(f => [-5, 900, 59e3, 61e3, 7200e3, 86400e3, 3e8].map(f.ago))";
            assertThat(tab.evaluate(ago))
                    .isEqualTo(List.of(
                            "0\u202fs ago",
                            "0\u202fs ago",
                            "59\u202fs ago",
                            "1\u202fmin ago",
                            "2\u202fh ago",
                            "1\u202fday ago",
                            "3\u202fdays ago"));
        }
    }

    @Test
    void everythingInThePanel_hasAName_andIsReachedByKeyboard() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            assertThat(tab.accessibilityTree())
                    .contains(
                            new Tab.Accessible("table", "Codecs in use by peer and class"),
                            new Tab.Accessible("table", "Measured candidates for the chosen traffic"),
                            new Tab.Accessible("region", "Chosen codecs"),
                            new Tab.Accessible("combobox", "Traffic"))
                    .filteredOn(node -> NAMED.contains(node.role()))
                    .allSatisfy(node -> assertThat(node.name()).as(node.role()).isNotBlank());

            tab.evaluate("document.getElementById('auto-kind').focus()");
            tab.press("Tab");
            assertThat(tab.evaluate("document.activeElement.getAttribute('aria-label')"))
                    .isEqualTo("Measured candidates for the chosen traffic");
            tab.press("Tab");
            assertThat(tab.evaluate("document.activeElement.textContent")).isEqualTo("Codec");
        }
    }

    @ParameterizedTest
    @CsvSource({"page-auto-light.png,false,false", "page-auto-dark.png,true,false", "page-auto-phone.png,false,true"})
    void panel_isReadable_andFitsOnAPhone(String name, boolean dark, boolean phone) throws IOException {
        Viewport size = phone ? Viewport.PHONE : Viewport.DESKTOP;
        Viewport viewport = dark ? size.inTheDark() : size;
        try (Tab tab = open(viewport)) {
            PanelPicture.takeOfReadable(tab, viewport, PANEL, name);
        }
    }

    /** Returns once the panel has the figures of all candidates. */
    private Tab open(Viewport viewport) throws IOException {
        Tab tab = browser.open("http://" + pair.nearAdmin() + "/", viewport);
        await("figures of the panel")
                .atMost(MEASURED_WITHIN)
                .ignoreExceptionsInstanceOf(RuntimeException.class) // of a script whose page is loading
                .untilAsserted(() -> assertThat(tab.texts("#auto-costs tbody th"))
                        .as("%s; %s", tab.text("#state"), tab.problems())
                        .hasSameSizeAs(MEASURED));
        return tab;
    }
}

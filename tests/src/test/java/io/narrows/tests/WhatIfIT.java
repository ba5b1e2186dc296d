package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.Json;
import io.narrows.tests.browser.Chromium;
import io.narrows.tests.browser.PanelPicture;
import io.narrows.tests.browser.Tab;
import io.narrows.tests.browser.Viewport;
import io.narrows.tests.support.Connection;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.RowStream;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
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
 * Tests what a sidecar with {@code what-if} says about traffic that it carried: to {@code narrows advise}, and on its page in
 * Chromium. Screenshots are in {@code tests/target/page}; {@code -Ddocs.rewrite=true} replaces those in docs/images.
 */
@TestInstance(Lifecycle.PER_CLASS)
class WhatIfIT {
    /** Somewhat more than the samples that advice needs. */
    private static final int BYTES = 300 << 10;

    private static final int MESSAGES = 20;
    private static final int MESSAGE = 12_000;

    /** Few candidates: a turn is dropped if its thread waits for a processor, which is likelier the longer it works. */
    private static final String WHAT_IF = "what-if: {candidates: ['zstd:1', 'zstd:3'], share: 0.5}";

    /** The bytes as they are, and each candidate with unpack and without. On a busy machine the first samples may lack some. */
    private static final int ROWS = 5;

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Longer than several turns that are dropped while other processes take the processors, if the priority cannot be raised. */
    private static final Duration SAMPLED_WITHIN = Duration.ofMinutes(8);

    private static final String PANEL = "document.getElementById('what-if')";

    private SidecarPair pair;
    private Chromium browser;

    @BeforeAll
    void sample(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws IOException {
        LinkSecurity.Setup plain = LinkSecurity.PLAINTEXT.setup(directory);
        pair = SidecarPair.start(directory, (config, id) -> config.key(WHAT_IF), plain);
        browser = Chromium.start(directory);
        byte[] content = RowStream.rows(BYTES);
        await().atMost(SAMPLED_WITHIN).pollInterval(Duration.ofSeconds(1)).until(() -> {
            try (Connection connection = pair.connect()) {
                connection.carry(Arrays.copyOf(content, MESSAGE)); // starts the thread that samples
                pair.near().prefer("narrows-sampler");
                connection.carry(content);
                for (int i = 0; i < MESSAGES; i++) {
                    connection.carry(gzip(Arrays.copyOfRange(content, i * MESSAGE, (i + 1) * MESSAGE)));
                }
            }
            return ((List<?>) whatIf().get("rows")).size() == ROWS;
        });
    }

    @AfterAll
    void end() throws IOException {
        browser.close();
        pair.close();
    }

    private static byte[] gzip(byte[] message) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(message);
        }
        return packed.toByteArray();
    }

    private Map<String, Object> whatIf() throws IOException {
        return Json.object(pair.near().get("/what-if").body());
    }

    @Test
    void advice_isARule_thatTheConfigurationTakes(@TempDir Path directory) throws IOException {
        String rules = Launcher.run(pair.nearHost(), "advise", "--admin", pair.nearAdmin(), "--output", "yaml");

        assertThat(rules).contains("policy:\n  - {peer: far, class: default, codec: ");
        String config = pair.near()
                .config()
                .replace(", token-file: " + Sidecar.TOKEN_FILE, "")
                .replaceFirst("(?s)policy:\n.*?\nadmin:", rules.strip() + "\nadmin:");
        Path file = Files.writeString(directory.resolve("advised.yaml"), config);
        assertThat(Launcher.run(pair.nearHost(), "check", "--config", file.toString()))
                .isNotBlank();
        assertThat(Launcher.run(
                        pair.nearHost(), "explain", "--config", file.toString(), "--peer", "far", "--class", "default"))
                .contains("rule 1 at ");
    }

    @Test
    void panel_hasEachCandidate_theCheapestFirst() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            assertThat(tab.text("#what-if-kind")).isEqualTo("default to far");
            assertThat(tab.texts("#what-if-table tbody th"))
                    .hasSize(ROWS)
                    .filteredOn(codec -> codec.endsWith(" – cheapest"))
                    .hasSize(1)
                    .first()
                    .isEqualTo(tab.text("#what-if-table tbody tr:first-child th"));
            assertThat(tab.texts("#what-if-table tbody th"))
                    .filteredOn(codec -> codec.contains(", unpack"))
                    .hasSize(2);
            assertThat(tab.text("#what-if-about")).startsWith("With unpack: [gzip], ");
            assertThat(tab.value("#what-if-table tbody tr:first-child td:nth-child(2) data"))
                    .isLessThan(tab.value("#what-if-table tbody tr:last-child td:nth-child(2) data"));
            assertThat(tab.problems()).isEmpty();
        }
    }

    @Test
    void sidecarWithoutTheKey_hasNoPanel_andIsNotAsked() throws IOException {
        try (Tab tab = browser.open("http://" + pair.far().adminAddress() + "/", Viewport.DESKTOP)) {
            await().atMost(PATIENCE).until(() -> tab.text("#state").equals("Live"));

            assertThat(tab.evaluate(PANEL + ".checkVisibility()")).isEqualTo(false);
            assertThat(tab.evaluate("performance.getEntriesByType('resource').some(e => e.name.endsWith('/what-if'))"))
                    .isEqualTo(false);
        }
    }

    @Test
    void candidatesThatAreNotComparable_areNotTheCheapest() throws IOException {
        try (Tab tab = open(Viewport.DESKTOP)) {
            String marked =
                    "import('/page/whatif.js').then(w => w.candidatesOf([[%d, 9], [%d, 1]].map(([app, usd], i) => ({"
                            + " codec: 'c' + i, level: 0, unpack: [], app_bytes: app, wire_bytes: 1, codec_seconds: 0,"
                            + " rebuild_seconds: 0, wire_usd: usd, cpu_usd: 0"
                            + " }))).map(c => c.cheapest).join())";

            assertThat(tab.evaluate(marked.formatted(300_000, 300_000))).isEqualTo("false,true");
            assertThat(tab.evaluate(marked.formatted(300_000, 290_000))).isEqualTo("true,false");
            assertThat(tab.evaluate(marked.formatted(200_000, 200_000))).isEqualTo("false,false");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "page-what-if-light.png,false,false",
        "page-what-if-dark.png,true,false",
        "page-what-if-phone.png,false,true"
    })
    void panel_isReadable_andFitsOnAPhone(String name, boolean dark, boolean phone) throws IOException {
        Viewport size = phone ? Viewport.PHONE : Viewport.DESKTOP;
        Viewport viewport = dark ? size.inTheDark() : size;
        try (Tab tab = open(viewport)) {
            PanelPicture.takeOfReadable(tab, viewport, PANEL, name);
        }
    }

    /** Returns once the panel has its figures. */
    private Tab open(Viewport viewport) throws IOException {
        Tab tab = browser.open("http://" + pair.nearAdmin() + "/", viewport);
        await("figures of the panel")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RuntimeException.class) // of a script whose page is loading
                .untilAsserted(() -> assertThat(tab.text("#what-if-table tbody"))
                        .as("%s; %s", tab.text("#state"), tab.problems())
                        .isNotEmpty());
        return tab;
    }
}

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
import io.narrows.tests.support.RowStream;
import io.narrows.tests.support.SidecarPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
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
 * Tests the page of a sidecar that unpacks what its application compressed, in Chromium. Screenshots are in {@code tests/target/page};
 * {@code -Ddocs.rewrite=true} replaces those in docs/images.
 */
@TestInstance(Lifecycle.PER_CLASS)
class UnpackPageIT {
    private static final String RULE = "{codec: zstd, level: 3, unpack: [lz4, snappy, gzip, zstd]}";
    private static final String PANEL = "document.getElementById('unpack')";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int MESSAGES = 40;
    private static final int MESSAGE = 12_000;

    private interface Packing {
        OutputStream into(OutputStream out) throws IOException;
    }

    private SidecarPair pair;
    private Chromium browser;
    private int huffmanOnly;

    @BeforeAll
    void carry(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws IOException {
        LinkSecurity.Setup plain = LinkSecurity.PLAINTEXT.setup(directory);
        pair = SidecarPair.start(directory, (config, id) -> config.policy(RULE), plain);
        browser = Chromium.start(directory);
        byte[] rows = RowStream.rows(MESSAGES * MESSAGE);
        try (Connection connection = pair.connect()) {
            for (int i = 0; i < MESSAGES; i++) {
                byte[] message = Arrays.copyOfRange(rows, i * MESSAGE, (i + 1) * MESSAGE);
                connection.carry(packed(message, out -> new LZ4FrameOutputStream(out, BLOCKSIZE.SIZE_64KB)));
                if (i % 4 == 0) {
                    connection.carry(packed(message, GZIPOutputStream::new));
                }
                if (i % 8 == 0) {
                    carryHuffmanOnly(connection, message);
                }
            }
            // On a busy machine, the search for their recipe may be late each time.
            await().atMost(PATIENCE).until(() -> {
                if (packedPieces("no-recipe") > 0) {
                    return true;
                }
                carryHuffmanOnly(connection, Arrays.copyOf(rows, MESSAGE));
                return false;
            });
        }
    }

    @AfterAll
    void end() throws IOException {
        browser.close();
        pair.close();
    }

    private void carryHuffmanOnly(Connection connection, byte[] message) throws IOException {
        connection.carry(packed(message, HuffmanOnly::new));
        huffmanOnly++;
    }

    /** An encoder that no recipe is the same as. */
    private static final class HuffmanOnly extends GZIPOutputStream {
        HuffmanOnly(OutputStream out) throws IOException {
            super(out);
            def.setStrategy(Deflater.HUFFMAN_ONLY);
        }
    }

    private static byte[] packed(byte[] message, Packing packing) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = packing.into(packed)) {
            out.write(message);
        }
        return packed.toByteArray();
    }

    @Test
    void answer_hasTheColumnsOfItsRows() throws IOException {
        var answer = Json.object(pair.near().get("/unpack").body());

        for (String table : List.of("unpacked", "packed", "work")) {
            assertThat((List<?>) answer.get(table))
                    .as(table)
                    .isNotEmpty()
                    .allSatisfy(
                            row -> assertThat((List<?>) row).hasSameSizeAs((List<?>) answer.get(table + "_columns")));
        }
    }

    @Test
    void panel_showsTheShareOfEachFormat_andWhyTheRestWasNotUnpacked() throws IOException {
        long withoutRecipe = packedPieces("no-recipe");
        assertThat(withoutRecipe).isBetween(1L, (long) huffmanOnly);
        assertThat(withoutRecipe + packedPieces("late") + packedPieces("no-context"))
                .isGreaterThanOrEqualTo(huffmanOnly);
        try (Tab tab = open(pair.nearAdmin(), Viewport.DESKTOP)) {
            assertThat(tab.texts("#unpack-table tbody tr"))
                    .hasSize(2)
                    .anySatisfy(row -> assertThat(row).startsWith("farsentlz4").contains("%" + MESSAGES, "lz4-java"))
                    .anySatisfy(row -> assertThat(row)
                            .startsWith("farsentgzip")
                            .contains("%" + (MESSAGES / 4 + huffmanOnly), "deflate 6"));
            assertThat(tab.texts("#unpack-reasons tbody tr"))
                    .anySatisfy(row -> assertThat(row)
                            .startsWith("fargzipno-recipe: no encoder here makes these bytes" + withoutRecipe));
            assertThat(tab.texts("#unpack-work tbody tr"))
                    .singleElement()
                    .asString()
                    .startsWith("farsent");
            assertThat(((Number) tab.evaluate(PANEL + ".offsetWidth / document.querySelector('main').offsetWidth"))
                            .doubleValue())
                    .isEqualTo(1);
            assertThat(tab.problems()).isEmpty();
        }
    }

    /** Returns how many gzip pieces went as they are for a reason; on a busy machine some are late. */
    private long packedPieces(String reason) throws IOException {
        List<?> rows = (List<?>) Json.object(pair.near().get("/unpack").body()).get("packed");
        return rows.stream()
                .map(row -> (List<?>) row)
                .filter(row -> row.get(1).equals("gzip") && row.get(2).equals(reason))
                .mapToLong(row -> ((Number) row.get(3)).longValue())
                .sum();
    }

    @Test
    void panelOfTheReceiver_hasNoShare() throws IOException {
        try (Tab tab = open(pair.far().adminAddress(), Viewport.DESKTOP)) {
            assertThat(tab.texts("#unpack-table tbody tr"))
                    .anySatisfy(row ->
                            assertThat(row).startsWith("nearreceivedlz4–").contains("lz4-java"));
            assertThat(tab.text("#unpack-reasons")).isEqualTo("All pieces were unpacked.");
        }
    }

    @Test
    void reasonThatThePageDoesNotKnow_isShownAsItIs() throws IOException {
        try (Tab tab = open(pair.nearAdmin(), Viewport.DESKTOP)) {
            String reasons =
                    "import('/page/unpack.js').then(u => ['too-large', 'ratio', 'malformed', 'no-recipe', 'no-gain',"
                            + " 'no-history', 'paused', 'no-memory', 'late', 'internal', 'no-context', 'new'].map(reason => u.reasonOf({ reason }).split(': ')[0]))";

            assertThat(tab.evaluate(reasons))
                    .isEqualTo(List.of(
                            "too-large",
                            "ratio",
                            "malformed",
                            "no-recipe",
                            "no-gain",
                            "no-history",
                            "paused",
                            "no-memory",
                            "late",
                            "internal",
                            "no-context",
                            "new"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "page-unpack-light.png,false,false",
        "page-unpack-dark.png,true,false",
        "page-unpack-phone.png,false,true"
    })
    void panel_isReadable_andFitsOnAPhone(String name, boolean dark, boolean phone) throws IOException {
        Viewport size = phone ? Viewport.PHONE : Viewport.DESKTOP;
        Viewport viewport = dark ? size.inTheDark() : size;
        try (Tab tab = open(pair.nearAdmin(), viewport)) {
            PanelPicture.takeOfReadable(tab, viewport, PANEL, name);
        }
    }

    @Test
    void share_isInSightOnAPhone() throws IOException {
        try (Tab tab = open(pair.nearAdmin(), Viewport.PHONE)) {
            String edge = "document.querySelector('#unpack-table tbody td:nth-child(4)').getBoundingClientRect().right";

            assertThat(((Number) tab.evaluate(edge)).doubleValue()).isLessThanOrEqualTo(Viewport.PHONE.width());
        }
    }

    /** Returns once the panel has its figures. */
    private Tab open(String admin, Viewport viewport) throws IOException {
        Tab tab = browser.open("http://" + admin + "/", viewport);
        await("figures of the panel")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RuntimeException.class) // of a script whose page is loading
                .untilAsserted(() -> assertThat(tab.text("#unpack-work"))
                        .as("%s; %s", tab.text("#state"), tab.problems())
                        .isNotEmpty());
        return tab;
    }
}

package io.narrows.tests.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Pictures of panels of the page, in {@code tests/target/page}; {@code -Ddocs.rewrite=true} replaces those in docs/images. */
public final class PanelPicture {
    private static final Path SCREENSHOTS = Path.of("target", "page");
    private static final Path KEPT = Path.of("..", "docs", "images");

    private PanelPicture() {}

    /**
     * Asserts that all texts of the page are readable and that it fits into the width of its viewport, then takes a picture.
     *
     * @param panel the script expression of the panel's element
     * @param name of the file
     */
    public static void takeOfReadable(Tab tab, Viewport viewport, String panel, String name) throws IOException {
        try (InputStream script = PanelPicture.class.getResourceAsStream("/io/narrows/tests/contrast.js")) {
            assertThat((List<?>) tab.evaluate(new String(script.readAllBytes(), StandardCharsets.UTF_8)))
                    .isEmpty();
        }
        assertThat(((Number) tab.evaluate("document.scrollingElement.scrollWidth")).intValue())
                .isEqualTo(viewport.width());
        tab.evaluate(panel + ".scrollIntoView()");
        Path file = SCREENSHOTS.resolve(name);
        tab.screenshot(file);
        if (Boolean.getBoolean("docs.rewrite")) {
            Files.copy(file, KEPT.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

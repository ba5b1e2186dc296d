package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the targets of links in documents exist. */
class DocsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern CODE = Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

    static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    static List<Path> diagrams() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/images"))) {
            return files.filter(file -> file.toString().endsWith(".svg"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkWithinTheRepository_hasAFileAndItsHeading(Path document) throws IOException {
        Matcher links = LINK.matcher(prose(document));

        while (links.find()) {
            String link = links.group(1);
            if (!link.contains("://")) {
                assertThat(leadsSomewhere(document, link)).as(link).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("diagrams")
    void everyDiagram_isDescribed_andHasColoursForDarkPages(Path diagram) throws IOException {
        assertThat(Files.readString(diagram))
                .contains("<title", "<desc", "role=\"img\"", "@media (prefers-color-scheme: dark)");
    }

    private static boolean leadsSomewhere(Path document, String link) throws IOException {
        String[] fileAndHeading = link.split("#", 2);
        Path file = fileAndHeading[0].isEmpty()
                ? document
                : document.resolveSibling(fileAndHeading[0]).normalize();
        return Files.exists(file)
                && (fileAndHeading.length == 1 || headings(file).contains(fileAndHeading[1]));
    }

    /**
     * Returns the anchors of headings on GitHub. Repeated headings need no numbering, since no document links to a second
     * one.
     */
    private static List<String> headings(Path file) throws IOException {
        return HEADING.matcher(prose(file))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{Alnum} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private static String prose(Path file) throws IOException {
        return CODE.matcher(Files.readString(file)).replaceAll("");
    }
}

package io.narrows.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PictureTest {
    private static final Timeline TIMELINE = new Timeline(
            10,
            List.of(
                    new Moment(0, Map.of("snappy", 60_000_000L)),
                    new Moment(10, Map.of("snappy", 60_000_000L)),
                    new Moment(20, Map.of("snappy", 20_000_000L, "zstd", 30_000_000L)),
                    new Moment(40, Map.of("zstd", 40_000_000L, "none", 1_000_000L))));

    private static Document parsed(Picture picture) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(picture.svg().getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> all(Document svg, String name) {
        NodeList found = svg.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    private static List<String> texts(Document svg) {
        return all(svg, "text").stream().map(Element::getTextContent).toList();
    }

    @Test
    void svg_isWellFormedWhateverTheTitle() throws Exception {
        Document svg = parsed(new Picture("Size < 1 & \"more\"", "d", List.of(new Panel("<panel>", TIMELINE))));

        assertThat(texts(svg)).contains("Size < 1 & \"more\"", "<panel>");
    }

    @Test
    void svg_saysWhatIsShown() throws Exception {
        Document svg = parsed(new Picture("Title", "Description", List.of(new Panel("Panel", TIMELINE))));

        assertThat(all(svg, "desc").get(0).getTextContent()).isEqualTo("Description");
        assertThat(texts(svg))
                .contains("Title", "Panel", "zstd", "snappy", "none", "seconds", "stored MB", "option changed");
        assertThat(texts(svg)).contains("0", "10", "20", "30", "40", "60");
    }

    @Test
    void svg_hasAnAreaForEachCodecOfEachPanel() throws Exception {
        Panel panel = new Panel("Panel", TIMELINE);

        Document svg = parsed(new Picture("Title", "d", List.of(panel, panel)));

        assertThat(all(svg, "path"))
                .extracting(path -> path.getAttribute("class"))
                .containsExactly("c0", "c1", "c2", "c0", "c1", "c2");
    }

    @Test
    void svg_marksTheChangeWhereItsTimeIs() throws Exception {
        Document svg = parsed(new Picture("Title", "d", List.of(new Panel("Panel", TIMELINE))));

        Element mark = all(svg, "line").stream()
                .filter(line -> line.getAttribute("class").equals("mark"))
                .findFirst()
                .orElseThrow();
        Element tick = all(svg, "text").stream()
                .filter(text -> text.getTextContent().equals("10")
                        && text.getAttribute("text-anchor").equals("middle"))
                .findFirst()
                .orElseThrow();
        assertThat(mark.getAttribute("x1")).isEqualTo(tick.getAttribute("x"));
    }

    @Test
    void svg_hasColorsForDarkPages() {
        assertThat(new Picture("Title", "d", List.of(new Panel("Panel", TIMELINE))).svg())
                .contains("prefers-color-scheme: dark");
    }
}

package io.narrows.bench.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Charts of stored bytes over time, one below another, as an SVG file that is readable on light and dark pages. All charts
 * have the same scales for comparison.
 *
 * @param panels at least one
 */
record Picture(String title, String description, List<Panel> panels) {
    private static final int WIDTH = 960;
    private static final int TOP = 84;
    private static final int PANEL = 290;
    private static final int PLOT = 190;
    private static final int LEFT = 84;
    private static final int RIGHT = 930;
    private static final int BOTTOM = 14;
    private static final int LEGEND = 90;
    private static final double MEGA = 1e6;

    /** Room above the highest value for the label of the mark. */
    private static final double ROOM = 1.15;

    private static final String STYLE = """
              <style>
                .card { fill: #ffffff }
                .name { fill: #1c2533; font-size: 17px; font-weight: 600 }
                .text { fill: #45536a; font-size: 14px }
                .grid { stroke: #d5dce6; stroke-width: 1 }
                .axis { stroke: #52617a; stroke-width: 1.5 }
                .mark { stroke: #1c2533; stroke-width: 1.5; stroke-dasharray: 5 4 }
                .c0 { fill: #0b6e5f }
                .c1 { fill: #e0962e }
                .c2 { fill: #4a78b8 }
                .c3 { fill: #8a99ad }
                .c4 { fill: #93609f }
                @media (prefers-color-scheme: dark) {
                  .card { fill: #0d121b }
                  .name { fill: #eef2f8 }
                  .text { fill: #b4c0d2 }
                  .grid { stroke: #2a3444 }
                  .axis { stroke: #93a2b8 }
                  .mark { stroke: #eef2f8 }
                  .c0 { fill: #35b8a3 }
                  .c1 { fill: #c47d1d }
                  .c2 { fill: #6f9bd8 }
                  .c3 { fill: #66758c }
                  .c4 { fill: #b488c0 }
                }
              </style>
            """;

    private static final int COLORS = 5;

    String svg() {
        int height = TOP + PANEL * panels.size() + BOTTOM;
        List<String> codecs = codecs();
        StringBuilder svg = new StringBuilder();
        svg.append("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="t d" \
                font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif">
                  <title id="t">%s</title>
                  <desc id="d">%s</desc>
                """.formatted(WIDTH, height, escaped(title), escaped(description)));
        svg.append(STYLE);
        svg.append("  <rect class=\"card\" width=\"%d\" height=\"%d\" rx=\"16\"/>%n".formatted(WIDTH, height));
        text(svg, "name", LEFT, 38, "start", title);
        for (int i = 0; i < codecs.size(); i++) {
            int x = LEFT + i * LEGEND;
            svg.append("  <rect class=\"c%d\" x=\"%d\" y=\"54\" width=\"14\" height=\"14\" rx=\"3\"/>%n"
                    .formatted(i % COLORS, x));
            text(svg, "text", x + 20, 66, "start", codecs.get(i));
        }
        for (int i = 0; i < panels.size(); i++) {
            panel(svg, panels.get(i), codecs, TOP + i * PANEL);
        }
        return svg.append("</svg>\n").toString();
    }

    /** Returns the codecs from bottom to top: the new one, the old one, then all others. */
    private List<String> codecs() {
        return Stream.concat(
                        Stream.of(Migration.TO, Migration.FROM),
                        moments()
                                .flatMap(moment -> moment.bytes().keySet().stream())
                                .sorted())
                .distinct()
                .toList();
    }

    private Stream<Moment> moments() {
        return panels.stream().flatMap(panel -> panel.timeline().moments().stream());
    }

    private void panel(StringBuilder svg, Panel panel, List<String> codecs, int top) {
        int floor = top + 36 + PLOT;
        Axis seconds = new Axis(moments().mapToDouble(Moment::seconds).max().orElseThrow(), LEFT, RIGHT);
        Axis megabytes =
                new Axis(moments().mapToLong(Moment::total).max().orElseThrow() / MEGA * ROOM, floor, top + 36);
        text(svg, "name", LEFT, top + 22, "start", panel.title());
        for (double tick : megabytes.ticks()) {
            line(svg, "grid", LEFT, megabytes.at(tick), RIGHT, megabytes.at(tick));
            text(svg, "text", LEFT - 8, megabytes.at(tick) + 5, "end", number(tick));
        }
        StackedAreas areas = new StackedAreas(panel.timeline().moments(), seconds, megabytes);
        for (int i = 0; i < codecs.size(); i++) {
            svg.append("  <path class=\"c%d\" d=\"%s\"/>%n"
                    .formatted(i % COLORS, areas.path(new ArrayList<>(codecs.subList(0, i)), codecs.get(i))));
        }
        line(svg, "axis", LEFT, floor, RIGHT, floor);
        for (double tick : seconds.ticks()) {
            line(svg, "axis", seconds.at(tick), floor, seconds.at(tick), floor + 5);
            text(svg, "text", seconds.at(tick), floor + 21, "middle", number(tick));
        }
        text(svg, "text", (LEFT + RIGHT) / 2.0, floor + 40, "middle", "seconds");
        svg.append(
                "  <text class=\"text\" transform=\"translate(30 %d) rotate(-90)\" text-anchor=\"middle\">stored MB</text>%n"
                        .formatted(floor - PLOT / 2));
        double mark = seconds.at(panel.timeline().changedAt());
        line(svg, "mark", mark, top + 36, mark, floor);
        text(svg, "text", mark + 6, top + 48, "start", "option changed");
    }

    private static void line(StringBuilder svg, String style, double x1, double y1, double x2, double y2) {
        svg.append(String.format(
                Locale.ROOT,
                "  <line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                style,
                x1,
                y1,
                x2,
                y2));
    }

    private static void text(StringBuilder svg, String style, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "  <text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                style,
                x,
                y,
                anchor,
                escaped(text)));
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%.3g", value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

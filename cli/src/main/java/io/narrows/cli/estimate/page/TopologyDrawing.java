package io.narrows.cli.estimate.page;

import io.narrows.cli.estimate.Plain;
import io.narrows.config.Tier;
import io.narrows.estimate.flow.Zone;
import io.narrows.estimate.flow.ZonePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Zones in a circle, with lines whose width grows with their traffic. More than {@value #MOST_ZONES} zones are drawn as
 * their regions.
 */
final class TopologyDrawing {
    private static final int MOST_ZONES = 40;

    /** So many have boxes; more have points. */
    private static final int MOST_BOXES = 6;

    /** Lines between so many have a text. */
    private static final int MOST_TEXTS = 3;

    private static final int WIDTH = 440;
    private static final int BOX_WIDTH = 118;
    private static final int BOX_HEIGHT = 52;
    private static final double THINNEST = 1;
    private static final double THICKEST = 9;

    private final SortedMap<Zone, Integer> nodes;
    private final Map<Line, Double> lines = new LinkedHashMap<>();
    private final Map<Zone, Double> inside = new TreeMap<>();
    private final String unit;
    private final boolean regionsOnly;

    /** Traffic between two places, in both directions. */
    private record Line(Zone a, Zone b) {
        Tier tier() {
            return a.region().equals(b.region()) ? Tier.CROSS_ZONE : Tier.CROSS_REGION;
        }
    }

    private record Point(double x, double y) {}

    /**
     * @param nodes their number in each zone
     * @param traffic gigabytes a month
     * @param unit of gigabytes
     */
    TopologyDrawing(SortedMap<Zone, Integer> nodes, Map<ZonePath, Double> traffic, String unit) {
        this.regionsOnly = nodes.size() > MOST_ZONES;
        this.nodes = new TreeMap<>();
        nodes.forEach((zone, count) -> this.nodes.merge(place(zone), count, Integer::sum));
        this.unit = unit;
        traffic.forEach((path, gb) -> add(place(path.from()), place(path.to()), gb));
    }

    private Zone place(Zone zone) {
        return regionsOnly ? new Zone(zone.region(), "") : zone;
    }

    private void add(Zone from, Zone to, double gb) {
        if (from.equals(to)) {
            inside.merge(from, gb, Double::sum);
        } else {
            boolean ordered = from.compareTo(to) < 0;
            lines.merge(ordered ? new Line(from, to) : new Line(to, from), gb, Double::sum);
        }
    }

    /** Returns the section of the page; empty if there are no nodes. */
    String html() {
        if (nodes.isEmpty()) {
            return "";
        }
        List<Zone> places = new ArrayList<>(nodes.keySet());
        boolean boxes = places.size() <= MOST_BOXES;
        double radius = places.size() == 1 ? 0 : boxes ? 135 : 112;
        double height = places.size() == 1 ? 80 : places.size() == 2 ? 110 : boxes ? 2 * radius + 80 : WIDTH;
        Map<Zone, Point> points = new LinkedHashMap<>();
        for (int i = 0; i < places.size(); i++) {
            double angle = angle(i, places.size());
            points.put(
                    places.get(i),
                    new Point(WIDTH / 2.0 + radius * Math.cos(angle), height / 2 + radius * Math.sin(angle)));
        }
        StringBuilder svg = new StringBuilder("<section>\n<h2>Traffic between ");
        svg.append(regionsOnly ? "regions" : "zones").append("</h2>\n<figure>");
        svg.append(format("<svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"%s\">\n", WIDTH, height, summary()));
        lines.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .forEach(line -> line(svg, line.getKey(), line.getValue(), points));
        for (int i = 0; i < places.size(); i++) {
            Point point = points.getOrDefault(places.get(i), new Point(0, 0));
            if (boxes) {
                box(svg, places.get(i), point);
            } else {
                dot(svg, places.get(i), point, Math.toDegrees(angle(i, places.size())));
            }
        }
        return svg.append("</svg>\n<figcaption><span class=\"cross-zone\">between zones</span> ")
                .append("<span class=\"cross-region\">between regions</span></figcaption></figure>\n</section>\n")
                .toString();
    }

    private String summary() {
        return nodes.values().stream().mapToInt(Integer::intValue).sum() + " nodes in " + nodes.size()
                + (regionsOnly ? " regions" : " zones");
    }

    /** The first of two is at the left, the first of more at the top. */
    private static double angle(int index, int count) {
        return 2 * Math.PI * index / count + (count == 2 ? Math.PI : -Math.PI / 2);
    }

    private void line(StringBuilder svg, Line line, double gb, Map<Zone, Point> points) {
        Point a = points.getOrDefault(line.a(), new Point(0, 0));
        Point b = points.getOrDefault(line.b(), new Point(0, 0));
        double most = lines.values().stream().max(Comparator.naturalOrder()).orElse(1.0);
        double width = THINNEST + (THICKEST - THINNEST) * Math.sqrt(most > 0 ? gb / most : 0);
        String amount = amount(gb);
        svg.append(format(
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke-width=\"%.1f\">",
                line.tier().label(), a.x(), a.y(), b.x(), b.y(), nodes.size() > MOST_BOXES ? width / 2 : width));
        svg.append("<title>").append(Html.text(name(line.a()) + ", " + name(line.b()) + ": " + amount));
        svg.append("</title></line>\n");
        if (nodes.size() <= MOST_TEXTS) {
            svg.append(format(
                    "<text class=\"halo\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                    (a.x() + b.x()) / 2, (a.y() + b.y()) / 2 + 4, Html.text(amount)));
        }
    }

    private void box(StringBuilder svg, Zone place, Point point) {
        svg.append(format(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" rx=\"6\"/>",
                point.x() - BOX_WIDTH / 2.0, point.y() - BOX_HEIGHT / 2.0, BOX_WIDTH, BOX_HEIGHT));
        double gb = inside.getOrDefault(place, 0.0);
        int top = gb > 0 ? -10 : -3;
        text(svg, "name", point, top, Html.shortened(name(place), 16));
        text(svg, "quiet", point, top + 15, nodes(place));
        text(svg, "quiet", point, top + 29, gb > 0 ? amount(gb) + " inside" : "");
    }

    private static void text(StringBuilder svg, String kind, Point point, int below, String text) {
        if (!text.isEmpty()) {
            svg.append(format(
                    "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                    kind, point.x(), point.y() + below, Html.text(text)));
        }
    }

    private void dot(StringBuilder svg, Zone place, Point point, double degrees) {
        boolean left = degrees > 90 && degrees < 270;
        svg.append(format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>", point.x(), point.y()));
        svg.append(format(
                "<text class=\"%s\" transform=\"translate(%.1f %.1f) rotate(%.1f)\" x=\"%d\" y=\"4\">%s</text>\n",
                left ? "end" : "start",
                point.x(),
                point.y(),
                left ? degrees - 180 : degrees,
                left ? -9 : 9,
                Html.text(Html.shortened(regionsOnly ? name(place) : place.toString(), 16))));
    }

    private String nodes(Zone place) {
        int count = nodes.getOrDefault(place, 0);
        return String.format(Locale.ROOT, "%,d node%s", count, count == 1 ? "" : "s");
    }

    /** Zones of one region are named without it if there are no others. */
    private String name(Zone place) {
        if (regionsOnly) {
            return place.region();
        }
        boolean oneRegion = nodes.keySet().stream().map(Zone::region).distinct().count() == 1;
        return oneRegion ? place.zone() : place.toString();
    }

    private String amount(double gb) {
        return Plain.gigabytes(gb) + " " + unit;
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

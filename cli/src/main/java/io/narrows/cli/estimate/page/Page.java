package io.narrows.cli.estimate.page;

import io.narrows.estimate.measured.Range;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The content of a page.
 *
 * @param source of the traffic, in words
 * @param tariff its name and date
 * @param without USD a month without sidecars
 * @param with USD a month with the policy, processor time included
 * @param notes sentences at the end
 * @param policy a section of a configuration; empty if none is proposed
 */
record Page(
        String source,
        String tariff,
        double without,
        Range with,
        TopologyDrawing topology,
        List<Bar> bars,
        List<PageTable> tables,
        List<String> notes,
        String policy) {
    private static final double WHOLE = 100;

    /** Returns the text of the file. */
    String html() {
        StringBuilder html = new StringBuilder("""
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                <meta name="color-scheme" content="light dark">
                <title>Narrows: what sidecars would save</title>
                <style>
                """);
        html.append(style()).append("</style>\n</head>\n<body>\n");
        html.append("<header><h1>What Narrows would save</h1>\n<p>")
                .append(Html.text(source))
                .append("</p></header>\n");
        html.append("<main>\n<dl class=\"figures\">\n");
        figure(html, "without sidecars", Range.exactly(without), "");
        figure(html, "with the policy", with, "");
        figure(html, "saved", with.from(without), " class=\"saved\"");
        html.append("</dl>\n<p class=\"quiet\">US dollars a month by the tariff ")
                .append(Html.text(tariff))
                .append(", for both ends, with processor time. An estimate, not a bill.</p>\n");
        html.append(topology.html());
        bars(html);
        tables.forEach(table -> html.append(table.html()));
        if (!policy.isEmpty()) {
            html.append("<section>\n<h2>The policy that costs least</h2>\n<pre tabindex=\"0\">")
                    .append(Html.text(policy))
                    .append("</pre>\n</section>\n");
        }
        html.append("</main>\n<footer>\n");
        notes.forEach(note -> html.append("<p>").append(Html.text(note)).append("</p>\n"));
        return html.append("</footer>\n</body>\n</html>\n").toString();
    }

    private static void figure(StringBuilder html, String name, Range usd, String kind) {
        html.append("<div")
                .append(kind)
                .append("><dt>")
                .append(name)
                .append("</dt><dd>")
                .append(Html.text(PageAmounts.dollars(usd)));
        html.append("</dd></div>\n");
    }

    private void bars(StringBuilder html) {
        double most = bars.stream().mapToDouble(bar -> bar.usd().high()).max().orElse(0);
        html.append("<section>\n<h2>US dollars a month by codec</h2>\n");
        if (most <= 0) {
            html.append("<p>None of this traffic has a price.</p>\n</section>\n");
            return;
        }
        html.append("<ul class=\"bars\">\n");
        for (Bar bar : bars) {
            html.append("<li class=\"")
                    .append(bar.style().name().toLowerCase(Locale.ROOT))
                    .append("\">");
            html.append("<span class=\"label\">").append(Html.text(bar.label()));
            if (!bar.remark().isEmpty()) {
                html.append(" <small>").append(Html.text(bar.remark())).append("</small>");
            }
            double low = Math.max(0, bar.usd().low());
            html.append("</span><span class=\"track\">");
            part(html, "sure", low / most);
            part(html, "range", (bar.usd().high() - low) / most);
            html.append("</span><span class=\"amount\">")
                    .append(Html.text(PageAmounts.dollars(bar.usd())))
                    .append("</span></li>\n");
        }
        html.append("</ul>\n</section>\n");
    }

    private static void part(StringBuilder html, String kind, double share) {
        html.append(
                String.format(Locale.ROOT, "<span class=\"%s\" style=\"width:%.2f%%\"></span>", kind, share * WHOLE));
    }

    private static String style() {
        try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream("page.css"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

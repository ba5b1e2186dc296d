package io.narrows.node.metrics;

import static io.narrows.node.metrics.StatisticsSample.family;
import static io.narrows.node.metrics.StatisticsSample.level;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.StallReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the store tables of docs/metrics.md with a store's metrics, in both directions. */
class StoreMetricsDocTest {
    private static final Path FILE = Path.of("../docs/metrics.md");
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z0-9_-]+)` \\|(.*)$", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`([a-z_]+)`");
    private static final Pattern TYPE = Pattern.compile("^# TYPE (\\w+) (\\w+)$", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    /** The properties of a metric found in both the document and the scrape. */
    private record Metric(String type, Set<String> labels) {}

    @Test
    void document_namesEveryMetricWithItsTypeAndLabels() throws IOException {
        assertThat(exposed()).isNotEmpty().isEqualTo(documented());
    }

    @Test
    void document_namesEveryReasonOfAStall() throws IOException {
        List<String> documented = ROW.matcher(section("stalls"))
                .results()
                .map(row -> row.group(1))
                .toList();

        assertThat(documented)
                .isEqualTo(Arrays.stream(StallReason.values())
                        .map(StallReason::label)
                        .toList());
    }

    private static Map<String, Metric> documented() throws IOException {
        Map<String, Metric> metrics = new TreeMap<>();
        for (MatchResult row : ROW.matcher(section("store metrics")).results().toList()) {
            String[] cells = row.group(2).split("\\|");
            metrics.put(row.group(1), new Metric(cells[0].strip(), names(CODE, cells[2])));
        }
        return metrics;
    }

    private static Map<String, Metric> exposed() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        CodecStatistics codec = new CodecStatistics("lz4", 1, 2, 1);
        try (StoreMetrics metrics = new StoreMetrics(() -> StatisticsSample.of(family("f", level(0, codec))), 0.08)) {
            metrics.bindTo(registry);
            String scrape = registry.scrape();
            return TYPE.matcher(scrape)
                    .results()
                    .collect(Collectors.toMap(
                            type -> type.group(1),
                            type -> new Metric(type.group(2), labels(type.group(1), scrape)),
                            (one, other) -> one,
                            TreeMap::new));
        }
    }

    private static Set<String> labels(String name, String scrape) {
        return scrape.lines()
                .filter(line -> line.split("[ {]", 2)[0].equals(name))
                .map(line -> names(LABEL, line))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String section(String name) throws IOException {
        String text = Files.readString(FILE);
        int start = text.indexOf("<!-- " + name + " -->");
        assertThat(start).as("section \"%s\" of %s", name, FILE).isNotNegative();
        return text.substring(start, text.indexOf("<!-- end -->", start));
    }
}

package io.narrows.middleware;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.narrows.codec.Codec;
import io.narrows.middleware.meter.RawReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Compares docs/metrics.md with the middleware's metrics, in both directions: every family is one of a sidecar, with its
 * labels.
 */
class MetricsDocTest {
    private static final Path FILE = Path.of("../docs/metrics.md");
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z_-]+)` \\|(.*)$", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`([a-z_]+)`");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    private final Ends ends = new Ends();

    @AfterEach
    void end() throws Exception {
        ends.close();
    }

    @Test
    void families_areThoseOfTheSidecar() throws Exception {
        Map<String, Set<String>> sidecar = new TreeMap<>();
        ROW.matcher(section("metrics"))
                .results()
                .forEach(row ->
                        sidecar.put(row.group(1), names(CODE, row.group(2).split("\\|")[2])));
        sidecar.keySet().retainAll(rows("middleware metrics"));

        assertThat(exposed()).isEqualTo(sidecar);
        assertThat(sidecar).hasSameSizeAs(rows("middleware metrics"));
    }

    @Test
    void document_namesEveryReason() throws IOException {
        assertThat(rows("middleware raw reasons"))
                .isEqualTo(
                        Arrays.stream(RawReason.values()).map(RawReason::label).toList());
    }

    /** Returns the label names of each family, which must be the same in all of its samples. */
    private Map<String, Set<String>> exposed() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Narrows narrows = Ends.near().build();
        narrows.metrics().bindTo(registry);
        Server server = ends.start(Ends.far().codecs(Codec.LZ4).build().on(Ends.server(new Encodings())));
        ManagedChannel channel = ends.open(narrows.on(Ends.channel(server).intercept(ResponseHeaders.promisingZstd())));
        for (int i = 0; i < 3; i++) {
            Replication.call(channel, Replication.APPEND, new byte[1_000]);
        }
        Map<String, Set<String>> families = new TreeMap<>();
        for (String line : registry.scrape().lines().toList()) {
            if (!line.startsWith("#")) {
                String name = line.split("[{ ]")[0];
                Set<String> labels = names(LABEL, line);
                assertThat(families.getOrDefault(name, labels)).as(name).isEqualTo(labels);
                families.put(name, labels);
            }
        }
        return families;
    }

    private static List<String> rows(String section) throws IOException {
        return ROW.matcher(section(section)).results().map(row -> row.group(1)).toList();
    }

    private static String section(String name) throws IOException {
        String text = Files.readString(FILE);
        String begin = "<!-- " + name + " -->";
        assertThat(text).contains(begin);
        int from = text.indexOf(begin);
        return text.substring(from, text.indexOf("<!-- end -->", from));
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

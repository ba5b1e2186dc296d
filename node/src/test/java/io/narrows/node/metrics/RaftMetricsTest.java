package io.narrows.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.support.LocalReplica;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaftMetricsTest {
    private static final Pattern ROW = Pattern.compile("^\\| `(narrows_raft_\\w+)` \\| gauge \\|", Pattern.MULTILINE);
    private static final Pattern EXPOSED = Pattern.compile("^# TYPE (\\w+) gauge$", Pattern.MULTILINE);

    @TempDir
    private Path directory;

    @Test
    void scrape_followsTheLeader() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Keyspace keyspace = Keyspace.open(directory, KeyspaceOptions.defaults());
                LocalReplica replica = new LocalReplica(keyspace, new ChangeListener() {})) {
            new RaftMetrics(replica).bindTo(registry);

            String leading = registry.scrape();
            replica.leader(Optional.of("other:2380"));
            String following = registry.scrape();
            replica.leader(Optional.empty());
            String alone = registry.scrape();

            assertThat(leading).contains("narrows_raft_is_leader 1.0", "narrows_raft_has_leader 1.0");
            assertThat(following).contains("narrows_raft_is_leader 0.0", "narrows_raft_has_leader 1.0");
            assertThat(alone).contains("narrows_raft_is_leader 0.0", "narrows_raft_has_leader 0.0");
        }
    }

    @Test
    void scrape_hasTheSizeOfTheLog() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Keyspace keyspace = Keyspace.open(directory, KeyspaceOptions.defaults());
                LocalReplica replica = new LocalReplica(keyspace, new ChangeListener() {})) {
            new RaftMetrics(replica).bindTo(registry);

            assertThat(registry.scrape()).contains("narrows_raft_log_bytes 1048576.0", "narrows_raft_log_segments 2.0");
        }
    }

    @Test
    void document_namesEveryMetric() throws IOException {
        String text = Files.readString(Path.of("../docs/metrics.md"));
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Keyspace keyspace = Keyspace.open(directory, KeyspaceOptions.defaults());
                LocalReplica replica = new LocalReplica(keyspace, new ChangeListener() {})) {
            new RaftMetrics(replica).bindTo(registry);

            assertThat(names(EXPOSED, registry.scrape())).containsExactlyInAnyOrder(names(ROW, text));
        }
    }

    private static String[] names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toArray(String[]::new);
    }
}

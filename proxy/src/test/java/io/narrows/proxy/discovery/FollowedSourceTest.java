package io.narrows.proxy.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FollowedSourceTest {
    private static final long LATER = FollowedSource.START.toNanos();
    private static final Set<Endpoint> ONE = Set.of(Endpoint.of(new HostPort("10.0.0.2", 15000)));

    private final UnreadableSource source = new UnreadableSource();
    private final FollowedSource followed =
            new FollowedSource(config().discovery().sources().get(0), source, 0);

    @Test
    void failureWhileAClusterStarts_deservesAWarningOnceItHasLasted() {
        assertThat(followed.failed(LATER - 1)).isFalse();
        assertThat(followed.overdueWarning(LATER - 1)).isEmpty();

        assertThat(followed.overdueWarning(LATER)).contains("NXDOMAIN");
        assertThat(followed.overdueWarning(LATER)).isEmpty();
    }

    @Test
    void failureThatEnds_deservesNone() {
        followed.failed(0);

        followed.take(ONE, 1);

        assertThat(followed.overdueWarning(LATER)).isEmpty();
    }

    @Test
    void laterFailure_orOneAfterNodesWereFound_deservesAWarningAtOnce() {
        assertThat(followed.failed(LATER)).isTrue();
        assertThat(followed.overdueWarning(LATER)).isEmpty();

        followed.take(ONE, 1);
        assertThat(followed.failed(1)).isTrue();
    }

    private static Config config() {
        String yaml = """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1, plaintext: true}
                targets: {}
                peers-from: [{dns: "peers.example:15000", plaintext: true}]
                """;
        return LinkEnvironments.of(yaml, new EventMeter(), Runnable::run, () -> 0)
                .live()
                .current();
    }

    /** A source that cannot be read. */
    private static final class UnreadableSource implements EndpointSource {
        @Override
        public void start(Listener listener) {}

        @Override
        public void refresh() {}

        @Override
        public Optional<String> problem() {
            return Optional.of("NXDOMAIN");
        }

        @Override
        public void close() {}
    }
}

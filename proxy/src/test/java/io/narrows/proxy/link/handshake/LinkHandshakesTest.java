package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The limit of links that this node dials. */
final class LinkHandshakesTest {
    private static final PeerId B = new PeerId("b");

    private final EventMeter events = new EventMeter();

    @Test
    void dialBeyondMaxLinks_failsWithTheLimit() throws Exception {
        LinkHandshakes handshakes = handshakes("[{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3}]");
        Promise<Link> second = promise();

        assertThat(handshakes.mayDial(B, promise())).isTrue();
        assertThat(handshakes.mayDial(B, second)).isFalse();

        assertThat(NoLinkException.failure(second.cause())).isEqualTo(Failure.LIMIT);
        assertThat(events.recentFailures().latest()).containsOnlyKeys(Failure.LIMIT);
    }

    @Test
    void dialThatFailed_makesRoomForAnother() throws Exception {
        LinkHandshakes handshakes = handshakes("[{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3}]");
        Promise<Link> first = promise();
        handshakes.mayDial(B, first);
        handshakes.mayDial(B, promise());

        first.setFailure(new IOException("connection refused"));

        assertThat(handshakes.mayDial(B, promise())).isTrue();
    }

    @Test
    void dialOfTheLastPeerThatIsRemoved_isCountedAsAnyOther() throws Exception {
        LinkHandshakes handshakes = handshakes("[]");

        assertThat(handshakes.mayDial(B, promise())).isTrue();
        assertThat(handshakes.mayDial(B, promise())).isFalse();
    }

    private LinkHandshakes handshakes(String peers) throws IOException {
        LinkEnvironment environment =
                LinkEnvironments.of("""
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1, max-links: 1}
                targets: {}
                peers: %s
                policy: []
                """.formatted(peers), events, Runnable::run, System::nanoTime);
        LinkSecurity security = new LinkSecurity(
                new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId("a"), Instant.EPOCH)),
                new TlsPeers(Runnable::run),
                System::nanoTime);
        return new LinkHandshakes(environment, (link, open) -> {}, security, () -> false, "test");
    }

    private static Promise<Link> promise() {
        return ImmediateEventExecutor.INSTANCE.newPromise();
    }
}

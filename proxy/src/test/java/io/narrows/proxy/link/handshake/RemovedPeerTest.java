package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A peer that is removed while a link to it is being made. */
final class RemovedPeerTest {
    private static final PeerId B = new PeerId("b");

    private final EventMeter events = new EventMeter();
    private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(ByteBufAllocator.DEFAULT);
    private final Promise<Link> greeted = ImmediateEventExecutor.INSTANCE.newPromise();

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void peerThatIsRemovedBeforeItsHello_isLeft_withoutARefusal() throws Exception {
        LinkEnvironment environment = LinkEnvironments.ofA("{codec: none}", events, Runnable::run, () -> 0);
        LinkSecurity security = new LinkSecurity(
                new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId("a"), Instant.EPOCH)),
                new TlsPeers(Runnable::run),
                () -> 0);
        new LinkHandshakes(environment, (link, open) -> {}, security, () -> false, "test")
                .dial(channel, B, false, false, greeted);
        channel.register();
        channel.releaseOutbound(); // its own hello

        environment
                .live()
                .replace(LinkEnvironments.of("""
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1}
                targets: {}
                peers: []
                policy: []
                """, events, Runnable::run, () -> 0)
                        .live()
                        .current());
        channel.writeInbound(Unpooled.wrappedBuffer(WireBytes.greeting(
                Greeting.newBuilder().setHello(FakePeer.hello("b", Codec.NONE)).build())));

        assertThat(greeted.cause()).isInstanceOf(NoLinkException.class).hasMessageContaining("b was removed");
        assertThat(channel.isOpen()).isFalse();
        for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
            assertThat(sent.readableBytes()).isZero();
            sent.release();
        }
        assertThat(events.failureCounts()).isEmpty();
    }
}

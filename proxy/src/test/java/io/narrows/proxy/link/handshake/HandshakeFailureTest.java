package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.nio.channels.NotYetConnectedException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Exceptions while an accepted connection becomes a link. */
final class HandshakeFailureTest {
    private final EventMeter events = new EventMeter();
    private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(ByteBufAllocator.DEFAULT);
    private final Promise<Link> greeted = ImmediateEventExecutor.INSTANCE.newPromise();
    private boolean clockFails;

    @BeforeEach
    void accept() throws Exception {
        LinkEnvironment environment = LinkEnvironments.ofA("{codec: none}", events, Runnable::run, this::nanos);
        LinkSecurity security = new LinkSecurity(
                new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId("a"), Instant.EPOCH)),
                new TlsPeers(Runnable::run),
                this::nanos);
        new LinkHandshakes(environment, (link, open) -> {}, security, () -> false, "test").accept(channel, greeted);
        channel.register();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void linkThatCannotBeMade_closesTheConnection() {
        clockFails = true;
        greet();
        channel.checkException();

        assertThat(channel.isOpen()).isFalse();
        assertThat(greeted.isDone()).isTrue();
        assertThat(greeted.cause()).hasMessageContaining("no clock in this test");
        assertThat(events.recentFailures().latest()).containsKey(Failure.INTERNAL);
    }

    @Test
    void connectionThatIsResetWhileItIsMade_isCut() {
        channel.pipeline().fireExceptionCaught(new NotYetConnectedException());
        channel.checkException();

        assertThat(channel.isOpen()).isFalse();
        assertThat(events.recentFailures().latest()).containsOnlyKeys(Failure.LINK_CUT);
    }

    @Test
    void linkResetBeforeItIsTaken_isNotAFailure() {
        greet();
        channel.pipeline().fireExceptionCaught(new NotYetConnectedException());
        channel.checkException();

        assertThat(greeted.isSuccess()).isTrue();
        assertThat(channel.isOpen()).isFalse();
        assertThat(events.recentFailures().latest()).isEmpty();
    }

    private void greet() {
        channel.writeInbound(Unpooled.wrappedBuffer(WireBytes.greeting(
                Greeting.newBuilder().setHello(FakePeer.hello("b", Codec.NONE)).build())));
    }

    private long nanos() {
        if (clockFails) {
            throw new IllegalStateException("no clock in this test");
        }
        return 0;
    }
}

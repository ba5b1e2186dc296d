package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.OtherEnd;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests connections without a link between channels without sockets. */
final class LocalConnectionsTest {
    private static final PeerId B = new PeerId("b");

    private final EventMeter events = new EventMeter();
    private final LinkEnvironment links = LinkEnvironments.ofA("", events, Runnable::run, System::nanoTime);
    private final LocalConnections connections = new LocalConnections(links);
    private final EmbeddedChannel local = new EmbeddedChannel();
    private final EmbeddedChannel remote = new EmbeddedChannel();

    @AfterEach
    void close() {
        local.finishAndReleaseAll();
        remote.finishAndReleaseAll();
    }

    @Test
    void destinationThatVanishes_whileBytesAreUnderWay_resetsTheApplication() {
        Tunnel tunnel = tunnel(B);
        DirectConnection direct = direct(tunnel, OtherEnd.Answer.GONE, new Quiet());

        connections.lookAfter(remote.eventLoop(), false);
        assertThat(remote.isOpen()).as("without bytes under way").isTrue();
        direct.send(Unpooled.copyLong(1), 0);
        connections.lookAfter(remote.eventLoop(), false);

        assertThat(remote.isOpen()).isFalse();
        assertThat(local.isOpen()).isFalse();
        assertThat(events.recentFailures().latest()).containsOnlyKeys(Failure.PEER_SILENT);
    }

    @Test
    void destinationThatOnlyPauses_keepsItsConnection() {
        DirectConnection direct = direct(tunnel(B), OtherEnd.Answer.WAITING, new Quiet());

        direct.send(Unpooled.copyLong(1), 0);
        connections.lookAfter(remote.eventLoop(), false);

        assertThat(remote.isOpen()).isTrue();
        assertThat(local.isOpen()).isTrue();
    }

    @Test
    void faultOfTheMeasurement_doesNotEndTheConnection() {
        DirectConnection direct = direct(tunnel(B), OtherEnd.Answer.DONE, new Faulty());

        direct.send(Unpooled.copyLong(1), 0);
        direct.flush();
        remote.writeInbound(Unpooled.copyLong(2));

        assertThat(remote.<ByteBuf>readOutbound()).isEqualTo(Unpooled.copyLong(1));
        assertThat(local.<ByteBuf>readOutbound()).isEqualTo(Unpooled.copyLong(2));
        assertThat(remote.isOpen()).isTrue();
    }

    @Test
    void peersOfOpenConnections_areThoseOfItsTunnels() {
        EmbeddedChannel stray = new EmbeddedChannel();
        connections.add(stray, EventMeter.UNKNOWN_PEER, tunnel(B));

        assertThat(connections.peers()).containsExactly(B);
        local.close();

        assertThat(connections.peers()).isEmpty();
        assertThat(connections.size()).isEqualTo(1);
        stray.close();
    }

    private Tunnel tunnel(PeerId peer) {
        Tunnel tunnel = Tunnel.ofCaptured(
                local, links.nanoClock(), links.memory().account(Purpose.QUEUES, peer), new Opening());
        local.pipeline().addLast(tunnel);
        connections.add(local, peer, tunnel);
        return tunnel;
    }

    private DirectConnection direct(Tunnel tunnel, OtherEnd.Answer answer, ByteObserver observer) {
        VanishedEnd destination = VanishedEnd.of(remote, links.nanoClock(), (liveness, now) -> answer);
        DirectConnection direct = new DirectConnection(B, remote, tunnel, observer, links.nanoClock(), destination);
        remote.pipeline().addLast(direct);
        connections.addDirect(remote, direct);
        tunnel.attach(direct);
        tunnel.opened(Reached.PLAIN);
        return direct;
    }

    private static final class Quiet implements ByteObserver {
        @Override
        public void sent(ByteBuf bytes) {}

        @Override
        public void received(ByteBuf bytes) {}
    }

    private static final class Faulty implements ByteObserver {
        @Override
        public void sent(ByteBuf bytes) {
            throw new IllegalStateException("made up by a test");
        }

        @Override
        public void received(ByteBuf bytes) {
            throw new IllegalStateException("made up by a test");
        }
    }

    private static final class Opening implements Tunnel.Opening {
        @Override
        public void opened(Reached target) {}

        @Override
        public void refused(Refused refused) {}

        @Override
        public void lost(Failure failure) {}
    }
}

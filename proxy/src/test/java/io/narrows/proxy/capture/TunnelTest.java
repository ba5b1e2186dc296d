package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

final class TunnelTest {
    private final CountingAllocator allocator = new CountingAllocator();
    private final EmbeddedChannel local = new EmbeddedChannel();
    private final Account queues = Ledgers.of(1 << 20).account(Purpose.QUEUES, new PeerId("b"));

    @Test
    void earlyBytes_areReleased_ifThereIsNoCarrierForThem() {
        local.config().setAllocator(allocator);
        Tunnel tunnel = Tunnel.ofCaptured(local, System::nanoTime, queues, new Opening());
        local.pipeline().addLast(tunnel);
        local.writeInbound(Unpooled.copyLong(1));
        assertThat(allocator.live()).isEqualTo(Long.BYTES);
        assertThat(queues.usedBytes()).isEqualTo(Long.BYTES);

        assertThatThrownBy(tunnel::readLocal).hasMessage("no carrier yet");
        local.close();

        assertThat(allocator.live()).isZero();
        assertThat(queues.usedBytes()).isZero();
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

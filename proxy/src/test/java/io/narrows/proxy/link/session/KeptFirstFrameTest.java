package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.hostile.Recording;
import io.narrows.proxy.link.primed.LinkStates;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.HeldStates;
import io.narrows.proxy.link.proto.KeepContext;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.DiscardingUser;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Payloads;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a context is kept whose first frame reveals the class of which contexts are kept. */
final class KeptFirstFrameTest {
    private static final PeerId PEER = new PeerId("b");
    private static final byte[] REPLICA =
            "*3\r\n$5\r\nPSYNC\r\n$1\r\n?\r\n$2\r\n-1\r\n".getBytes(StandardCharsets.US_ASCII);

    private final LinkEnvironment environment = LinkEnvironments.ofA(
            "{class: replication, codec: dense, level: 1, primed: plain}, {codec: zstd}",
            new EventMeter(),
            Runnable::run,
            System::nanoTime);
    private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(new CountingAllocator());

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void contextWhoseFirstFrameRevealsItsClass_isKept() throws Exception {
        openWithoutClass();

        receive(FrameDescriptor.data(Codec.DENSE, true), Payloads.first(CodecSpec.of(Codec.DENSE, 1), REPLICA));
        receive(
                FrameDescriptor.control(),
                Control.newBuilder()
                        .setKeepContext(KeepContext.newBuilder().setCodec(Codec.DENSE.id()))
                        .build()
                        .toByteArray());

        assertThat(environment.memory().account(Purpose.HISTORY, PEER).usedBytes())
                .isPositive();
    }

    private void openWithoutClass() throws Exception {
        channel.register();
        LinkStates states = environment.primed().link(PEER);
        states.offered(HeldStates.getDefaultInstance());
        Link link = EmbeddedLinks.greeted(
                environment,
                new LinkTermsBuilder()
                        .dialled(false)
                        .decodes(Codec.DENSE, 23)
                        .decodes(Codec.ZSTD, 23)
                        .build(),
                channel);
        link.offered(states);
        link.onOpen(Open.newBuilder()
                .setTarget(Recording.TARGET)
                .setTrafficClass(TrafficClass.DEFAULT.name())
                .build());
        link.accept(new DiscardingUser());
    }

    /** Receives a frame; the first one of a context is decoded on a worker, whose result the event loop takes. */
    private void receive(int head, byte[] payload) {
        channel.writeInbound(Unpooled.directBuffer().writeBytes(WireBytes.frame(head, payload)));
        channel.runPendingTasks();
    }
}

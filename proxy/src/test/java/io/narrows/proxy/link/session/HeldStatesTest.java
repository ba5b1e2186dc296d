package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.codec.dense.ContextState;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.hostile.Recording;
import io.narrows.proxy.link.primed.LinkStates;
import io.narrows.proxy.link.proto.HeldStates;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.DiscardingUser;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.meter.EventMeter;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how long a link holds the states that its hello offered, for a peer that begins no context. */
final class HeldStatesTest {
    private long now = 1;
    private final LinkEnvironment environment =
            LinkEnvironments.ofA("{codec: dense, level: 1, primed: plain}", new EventMeter(), Runnable::run, () -> now);
    private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(new CountingAllocator());
    private final Application application = new Application();
    private LinkStates states;
    private Link link;

    /** Accepts or refuses bytes as the test says. */
    private static final class Application extends DiscardingUser {
        private boolean accepts = true;

        @Override
        public boolean accepts() {
            return accepts;
        }
    }

    @BeforeEach
    void open() throws Exception {
        channel.register();
        channel.freezeTime();
        PeerId peer = new PeerId("b");
        LinkStates before = environment.primed().link(peer);
        before.offered(HeldStates.getDefaultInstance());
        before.connection(Recording.TARGET, false, false)
                .keepReceived(TrafficClass.DEFAULT, HeldStatesTest::state);
        before.close();
        states = environment.primed().link(peer);
        states.offered(HeldStates.getDefaultInstance());
        link = EmbeddedLinks.greeted(
                environment,
                LinkTermsBuilder.sampled()
                        .dialled(false)
                        .decodes(Codec.DENSE, 23)
                        .build(),
                channel);
        link.offered(states);
        link.onOpen(Open.newBuilder().setTarget(Recording.TARGET).build());
        link.accept(application);
        assertThat(held()).isOne();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private static ContextState state() {
        try (StreamEncoder encoder = Codecs.load().streamEncoder(CodecSpec.of(Codec.DENSE, 1))) {
            encoder.encode(ByteBuffer.allocate(100), ByteBuffer.allocate(encoder.maxFrameLength(100)));
            return encoder.state();
        }
    }

    private int held() {
        return states.offers().getStatesCount();
    }

    private void pass(long nanos) {
        now += nanos;
        channel.advanceTimeBy(nanos, TimeUnit.NANOSECONDS);
        channel.runPendingTasks();
    }

    @Test
    void states_areHeldFor90Seconds() {
        pass(LinkStates.HELD_AFTER_OPEN_NANOS - 1);
        assertThat(held()).isOne();
        pass(1);
        assertThat(held()).isZero();
    }

    @Test
    void states_areHeldForLonger_whileTheApplicationDoesNotRead() {
        application.accepts = false;
        pass(LinkStates.HELD_AFTER_OPEN_NANOS);
        assertThat(held()).isOne();

        application.accepts = true;
        link.resume();
        pass(LinkStates.HELD_AFTER_OPEN_NANOS - 1);
        assertThat(held()).isOne();
        pass(1);
        assertThat(held()).isZero();
    }
}

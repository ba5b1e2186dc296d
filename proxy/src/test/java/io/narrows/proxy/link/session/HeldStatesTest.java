package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.codec.dense.ContextState;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.hostile.Recording;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.primed.LinkStates;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Fin;
import io.narrows.proxy.link.proto.HeldState;
import io.narrows.proxy.link.proto.HeldStates;
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
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how long a link holds the states that its hellos offered: one in each direction, from which no context begins. */
final class HeldStatesTest {
    private static final PeerId PEER = new PeerId("b");

    private static final long SHORT = 1_000;

    private final ContextState received = state(100);
    private final ContextState sent = state(200);
    private long now = 1;
    private final LinkEnvironment environment = LinkEnvironments.ofA(
            "{class: bulk, codec: zstd}, {codec: dense, level: 1, primed: plain}",
            new EventMeter(),
            Runnable::run,
            () -> now);
    private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(new CountingAllocator());
    private final Application application = new Application();
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
    void connect() throws Exception {
        channel.register();
        channel.freezeTime();
        LinkStates before = environment.primed().link(PEER);
        before.offered(HeldStates.getDefaultInstance());
        ConnectionStates connection = before.connection(Recording.TARGET, false, false);
        connection.keepReceived(TrafficClass.DEFAULT, () -> received);
        connection.keepSent(TrafficClass.DEFAULT, () -> sent);
        before.close();
        LinkStates states = environment.primed().link(PEER);
        states.offered(HeldStates.newBuilder()
                .addStates(HeldState.newBuilder().setHash(ByteString.copyFrom(sent.hash())))
                .build());
        link = EmbeddedLinks.greeted(
                environment,
                new LinkTermsBuilder()
                        .dialled(false)
                        .decodes(Codec.DENSE, 23)
                        .decodes(Codec.ZSTD, 23)
                        .build(),
                channel);
        link.offered(states);
        environment.primed().forget(PEER); // so that states are dropped as soon as no link holds them
        assertThat(heldBytes()).isEqualTo(received.memoryBytes() + sent.memoryBytes());
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        assertThat(heldBytes()).isZero();
    }

    private static ContextState state(int bytes) {
        try (StreamEncoder encoder = Codecs.load().streamEncoder(CodecSpec.of(Codec.DENSE, 1))) {
            encoder.encode(ByteBuffer.allocate(bytes), ByteBuffer.allocate(encoder.maxFrameLength(bytes)));
            return encoder.state();
        }
    }

    private void open(TrafficClass trafficClass) throws Exception {
        link.onOpen(Open.newBuilder()
                .setTarget(Recording.TARGET)
                .setTrafficClass(trafficClass.name())
                .build());
        pass(SHORT); // until the target is connected
        link.accept(application);
    }

    private void open() throws Exception {
        open(TrafficClass.DEFAULT);
    }

    private long heldBytes() {
        return environment.memory().account(Purpose.HISTORY, PEER).usedBytes();
    }

    private boolean holdsBoth() {
        return heldBytes() == received.memoryBytes() + sent.memoryBytes();
    }

    private boolean holdsReceivedOnly() {
        return heldBytes() == received.memoryBytes();
    }

    private boolean holdsSentOnly() {
        return heldBytes() == sent.memoryBytes();
    }

    private void pass(long nanos) {
        now += nanos;
        channel.advanceTimeBy(nanos, TimeUnit.NANOSECONDS);
        channel.runPendingTasks();
    }

    private void receive(int head, byte[] payload) {
        channel.writeInbound(Unpooled.directBuffer().writeBytes(WireBytes.frame(head, payload)));
    }

    @Test
    void statesOfAWaitingLink_areHeldForAnHourToSend_andLongerToReceive() {
        pass(LinkStates.USABLE_NANOS - 1);
        assertThat(holdsBoth()).isTrue();
        pass(1);
        assertThat(holdsReceivedOnly()).isTrue();
        pass(LinkStates.HELD_NANOS - LinkStates.USABLE_NANOS);
        assertThat(heldBytes()).isZero();
    }

    @Test
    void states_areHeldForTenSecondsAfterOpenToSend_and90AfterOpenedToReceive() throws Exception {
        open();

        pass(LinkStates.USABLE_AFTER_OPEN_NANOS - SHORT - 1);
        assertThat(holdsBoth()).isTrue();
        pass(1);
        assertThat(holdsReceivedOnly()).isTrue();
        pass(LinkStates.HELD_AFTER_OPEN_NANOS - LinkStates.USABLE_AFTER_OPEN_NANOS);
        assertThat(holdsReceivedOnly()).isTrue();
        pass(SHORT - 1);
        assertThat(holdsReceivedOnly()).isTrue();
        pass(1);
        assertThat(heldBytes()).isZero();
    }

    @Test
    void statesToReceive_areHeldForLonger_whileTheApplicationDoesNotRead() throws Exception {
        open();
        application.accepts = false;
        pass(LinkStates.HELD_AFTER_OPEN_NANOS);
        assertThat(holdsReceivedOnly()).isTrue();

        application.accepts = true;
        link.resume();
        pass(LinkStates.HELD_AFTER_OPEN_NANOS - 1);
        assertThat(holdsReceivedOnly()).isTrue();
        pass(1);
        assertThat(heldBytes()).isZero();
    }

    @Test
    void firstContextOfAnotherCodec_releasesThoseOfItsDirection() throws Exception {
        open(TrafficClass.BULK);

        receive(FrameDescriptor.data(Codec.NONE, false), new byte[10]);
        assertThat(holdsBoth()).isTrue();
        receive(FrameDescriptor.data(Codec.ZSTD, true), Payloads.first(CodecSpec.of(Codec.ZSTD), new byte[1000]));
        assertThat(holdsSentOnly()).isTrue();

        link.send(Unpooled.directBuffer().writeZero(1000), now);
        link.flush();
        assertThat(heldBytes()).isZero();
    }

    @Test
    void fin_releasesThoseToSend() throws Exception {
        open();

        link.finish();

        assertThat(holdsReceivedOnly()).isTrue();
    }

    @Test
    void finOfThePeer_releasesThoseToReceive() throws Exception {
        open();

        receive(FrameDescriptor.control(), fin().toByteArray());

        assertThat(holdsSentOnly()).isTrue();
    }

    private static Control fin() {
        return Control.newBuilder()
                .setFin(Fin.newBuilder().setCheck(Check.getDefaultInstance()))
                .build();
    }
}

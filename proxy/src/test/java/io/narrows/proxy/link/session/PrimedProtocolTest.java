package io.narrows.proxy.link.session;

import static io.narrows.proxy.support.Admin.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamEncoder;
import io.narrows.codec.dense.ContextState;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.BeginFrom;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Fin;
import io.narrows.proxy.link.proto.HeldState;
import io.narrows.proxy.link.proto.HeldStates;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.KeepContext;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.Payloads;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar whose rule primes contexts, with peers that do so correctly, wrongly or not at all. */
@Timeout(60)
final class PrimedProtocolTest {
    private static final byte[] CONTENT =
            "SELECT name, balance FROM accounts WHERE id = 12345;\n".repeat(40).getBytes(StandardCharsets.UTF_8);

    private static final String PRIMED = "- {codec: dense, level: 1, primed: plain}";

    @TempDir
    private Path folder;

    private final Codecs codecs = Codecs.load();
    private EchoServer target;
    private SidecarPair pair;

    @BeforeEach
    void start() throws IOException {
        target = EchoServer.holding();
        pair = new SidecarPair(folder, target.port(), PRIMED);
        pair.startB();
    }

    @AfterEach
    void stop() throws IOException {
        pair.close();
        target.close();
    }

    /** A link of the peer, and the hello of the sidecar. */
    private record Greeted(FakePeer peer, Hello hello) {}

    private Greeted greeted(HeldStates held) throws IOException {
        return greeted(held, Codec.DENSE);
    }

    private Greeted greeted(HeldStates held, Codec... decoded) throws IOException {
        FakePeer peer = new FakePeer(pair.linkPortOfB());
        Hello.Builder hello = FakePeer.hello("a", decoded);
        if (held != null) {
            hello.setHeldStates(held);
        }
        peer.send(hello);
        return new Greeted(peer, peer.readGreeting().getHello());
    }

    private Greeted greeted() throws IOException {
        return greeted(HeldStates.getDefaultInstance());
    }

    private Socket open(FakePeer peer) throws IOException, InterruptedException {
        peer.send(
                Control.newBuilder().setOpen(Open.newBuilder().setTarget("work").setTrafficClass("replication")));
        assertThat(peer.readControl().hasOpened()).isTrue();
        Socket far = target.take();
        far.setSoTimeout(40_000);
        return far;
    }

    private StreamEncoder encoder() {
        return codecs.streamEncoder(CodecSpec.of(Codec.DENSE, 1));
    }

    private static byte[] frame(StreamEncoder encoder, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(content.length));
        encoder.encode(ByteBuffer.wrap(content), frame);
        return Arrays.copyOf(frame.array(), frame.position());
    }

    private static Control.Builder keep(Codec codec) {
        return Control.newBuilder().setKeepContext(KeepContext.newBuilder().setCodec(codec.id()));
    }

    private static Control.Builder beginFrom(Codec codec, int state) {
        return Control.newBuilder()
                .setBeginFrom(BeginFrom.newBuilder().setCodec(codec.id()).setState(state));
    }

    /** Sends a connection whose state the sidecar keeps, and returns the state when a hello offers it. */
    private ContextState kept() throws Exception {
        ContextState state;
        try (FakePeer peer = greeted().peer();
                StreamEncoder encoder = encoder()) {
            Socket far = open(peer);
            peer.send(FrameDescriptor.data(Codec.DENSE, true), frame(encoder, CONTENT));
            peer.send(keep(Codec.DENSE));
            assertThat(far.getInputStream().readNBytes(CONTENT.length)).isEqualTo(CONTENT);
            state = encoder.state();
        }
        await().untilAsserted(
                        () -> { // until the sidecar has computed the hash
                            Greeted next = greeted();
                            next.peer().close();
                            assertThat(next.hello().getHeldStates().getStatesList())
                                    .containsExactly(HeldState.newBuilder()
                                            .setHash(ByteString.copyFrom(state.hash()))
                                            .build());
                        });
        return state;
    }

    @Test
    void contextThatBeginsFromAnOffer_isDecoded() throws Exception {
        ContextState state = kept();
        try (FakePeer peer = greeted().peer();
                StreamEncoder encoder = encoder()) {
            Socket far = open(peer);
            encoder.beginFrom(state);
            byte[] frame = frame(encoder, CONTENT);
            assertThat(frame).hasSizeLessThan(20);

            peer.send(beginFrom(Codec.DENSE, 0));
            peer.send(FrameDescriptor.data(Codec.DENSE, true), frame);

            assertThat(far.getInputStream().readNBytes(CONTENT.length)).isEqualTo(CONTENT);
        }
    }

    @Test
    void sidecarBeginsFromWhatThePeerOffers_andKeepsItBeforeFin() throws Exception {
        ContextState state = sentState();

        assertThat(primedBy(offers(state)))
                .isEqualTo(BeginFrom.newBuilder()
                        .setCodec(Codec.DENSE.id())
                        .setState(1)
                        .build());
        assertThat(Exposed.of(pair.b()).sum("narrows_primed_contexts_total")).isPositive();
    }

    private static HeldStates offers(ContextState state) {
        return HeldStates.newBuilder()
                .addStates(HeldState.newBuilder().setKindValue(9).setHash(ByteString.copyFrom(state.hash())))
                .addStates(HeldState.newBuilder().setHash(ByteString.copyFrom(state.hash())))
                .build();
    }

    /** Returns what the sidecar begins from, once it has computed the hash. */
    private BeginFrom primedBy(HeldStates offers) throws Exception {
        FakePeer.Received[] first = new FakePeer.Received[1];
        await().until(() -> {
            first[0] = firstFrame(offers);
            return FrameDescriptor.kind(first[0].head()) != FrameDescriptor.KIND_DATA;
        });
        return Control.parseFrom(first[0].payload()).getBeginFrom();
    }

    /** Returns a state that the sidecar has kept of what it sent. */
    private ContextState sentState() throws Exception {
        try (FakePeer peer = greeted().peer();
                StreamDecoder decoder = codecs.streamDecoder(Codec.DENSE, 24)) {
            Socket far = open(peer);
            far.getOutputStream().write(CONTENT);
            far.shutdownOutput();
            assertThat(decoded(decoder, peer, CONTENT.length)).isEqualTo(CONTENT);
            assertThat(peer.readControl().getKeepContext().getCodec()).isEqualTo(Codec.DENSE.id());
            assertThat(peer.readControl().hasFin()).isTrue();
            return decoder.state();
        }
    }

    /** The peer has released its offers when the first context began, whatever it began from. */
    @Test
    void secondContext_ofAConnectionThatBeganWithoutPriming_beginsEmpty() throws Exception {
        HeldStates offers = offers(sentState());
        primedBy(offers);
        try (FakePeer peer = greeted(offers).peer();
                StreamDecoder decoder = codecs.streamDecoder(Codec.DENSE, 24)) {
            reload("- {codec: dense, level: 1}");
            Socket far = open(peer);
            far.getOutputStream().write(CONTENT);
            assertThat(decoded(decoder, peer, CONTENT.length)).isEqualTo(CONTENT);
            reload("- {codec: dense, level: 2, primed: plain}");
            far.getOutputStream().write(CONTENT);

            assertThat(peer.readFrame().head()).isEqualTo(FrameDescriptor.data(Codec.DENSE, true));
        }
    }

    @Test
    void firstContextOfDense_afterOneOfAnotherCodec_beginsEmpty() throws Exception {
        HeldStates offers = offers(sentState());
        primedBy(offers);
        try (FakePeer peer = greeted(offers, Codec.DENSE, Codec.ZSTD).peer();
                StreamDecoder decoder = codecs.streamDecoder(Codec.ZSTD, 24)) {
            reload("- {codec: zstd}");
            Socket far = open(peer);
            far.getOutputStream().write(CONTENT);
            assertThat(decoded(decoder, peer, CONTENT.length)).isEqualTo(CONTENT);
            reload(PRIMED);
            far.getOutputStream().write(CONTENT);

            assertThat(afterReleases(peer).head()).isEqualTo(FrameDescriptor.data(Codec.DENSE, true));
        }
    }

    private static FakePeer.Received afterReleases(FakePeer peer) throws IOException {
        FakePeer.Received frame = peer.readFrame();
        while (FrameDescriptor.kind(frame.head()) == FrameDescriptor.KIND_CONTROL
                && Control.parseFrom(frame.payload()).hasRelease()) {
            frame = peer.readFrame();
        }
        return frame;
    }

    @Test
    void contextWithContentThatWasSentWithoutPriming_isNotKept() throws Exception {
        try (FakePeer peer = greeted().peer();
                StreamDecoder decoder = codecs.streamDecoder(Codec.DENSE, 24)) {
            reload("- {codec: dense, level: 1}");
            Socket far = open(peer);
            far.getOutputStream().write(CONTENT);
            assertThat(decoded(decoder, peer, CONTENT.length)).isEqualTo(CONTENT);
            reload(PRIMED);
            far.getOutputStream().write(CONTENT);
            assertThat(decoded(decoder, peer, CONTENT.length)).isEqualTo(CONTENT);
            far.shutdownOutput();

            assertThat(peer.readControl().hasFin()).isTrue();
        }
    }

    private void reload(String policy) throws Exception {
        pair.writePolicy(policy);
        assertThat(post(pair, "b", "/-/reload")).isEqualTo("reloaded");
    }

    private FakePeer.Received firstFrame(HeldStates offers) throws Exception {
        try (FakePeer peer = greeted(offers).peer()) {
            Socket far = open(peer);
            far.getOutputStream().write(CONTENT);
            return peer.readFrame();
        }
    }

    private static byte[] decoded(StreamDecoder decoder, FakePeer peer, int length) throws Exception {
        ByteBuffer content = ByteBuffer.allocate(length);
        while (content.hasRemaining()) {
            decoder.decode(ByteBuffer.wrap(peer.readFrame().payload()), content);
        }
        return content.array();
    }

    @Test
    void peerWithoutTheField_getsNothingOfIt() throws Exception {
        kept();
        Greeted greeted = greeted(null);
        try (FakePeer peer = greeted.peer()) {
            Socket far = open(peer);
            far.getOutputStream().write(CONTENT);
            far.shutdownOutput();

            assertThat(FrameDescriptor.kind(peer.readFrame().head())).isEqualTo(FrameDescriptor.KIND_DATA);
            assertThat(peer.readControl().hasFin()).isTrue();
        }
    }

    @Test
    void whatWasNotOffered_orIsOfAnotherCodec_endsItsLink() throws Exception {
        kept();
        List<Control.Builder> wrong = List.of(
                beginFrom(Codec.DENSE, 1), beginFrom(Codec.DENSE, -1), beginFrom(Codec.ZSTD, 0), keep(Codec.ZSTD));
        for (Control.Builder control : wrong) {
            try (FakePeer peer = greeted().peer()) {
                open(peer);

                peer.send(control);

                assertThat(peer.ended()).isTrue();
            }
        }
        assertThat(corruptFrames()).isEqualTo(wrong.size());
    }

    @Test
    void stateToKeep_ofAPeerWithoutTheField_endsItsLink() throws Exception {
        try (FakePeer peer = greeted(null).peer()) {
            open(peer);

            peer.send(keep(Codec.DENSE));

            assertThat(peer.ended()).isTrue();
        }
        assertThat(corruptFrames()).isEqualTo(1);
    }

    @Test
    void stateBeforeAnotherFrameThanAFirstOne_endsItsLink() throws Exception {
        ContextState state = kept();
        for (boolean raw : new boolean[] {true, false}) {
            try (FakePeer peer = greeted().peer();
                    StreamEncoder encoder = encoder()) {
                open(peer);
                if (!raw) {
                    peer.send(beginFrom(Codec.DENSE, 0));
                    encoder.beginFrom(state);
                    peer.send(FrameDescriptor.data(Codec.DENSE, true), frame(encoder, CONTENT));
                }
                peer.send(beginFrom(Codec.DENSE, 0));
                peer.send(FrameDescriptor.data(Codec.NONE, false), CONTENT);

                assertThat(peer.ended()).isTrue();
            }
        }
        assertThat(corruptFrames()).isEqualTo(2);
    }

    @Test
    void stateAfterAFirstContextOfAnotherCodec_endsItsLink() throws Exception {
        kept();
        try (FakePeer peer = greeted().peer()) {
            Socket far = open(peer);
            peer.send(FrameDescriptor.data(Codec.ZSTD, true), Payloads.first(CodecSpec.of(Codec.ZSTD), CONTENT));
            assertThat(far.getInputStream().readNBytes(CONTENT.length)).isEqualTo(CONTENT);

            peer.send(beginFrom(Codec.DENSE, 0));

            assertThat(peer.ended()).isTrue();
        }
        assertThat(corruptFrames()).isEqualTo(1);
    }

    @Test
    void stateBeforeFin_endsItsLink() throws Exception {
        kept();
        try (FakePeer peer = greeted().peer()) {
            open(peer);

            peer.send(beginFrom(Codec.DENSE, 0));
            peer.send(Control.newBuilder().setFin(Fin.newBuilder().setCheck(Check.getDefaultInstance())));

            assertThat(peer.ended()).isTrue();
        }
        assertThat(corruptFrames()).isEqualTo(1);
    }

    /** Only the context itself differs, so frames that were not damaged on their way decode to other content, or to none. */
    @Test
    void contextThatBeganEmpty_butIsSaidToBeginFromAState_endsItsLink() throws Exception {
        kept();
        try (FakePeer peer = greeted().peer();
                StreamEncoder encoder = encoder()) {
            open(peer);

            peer.send(beginFrom(Codec.DENSE, 0));
            peer.send(FrameDescriptor.data(Codec.DENSE, true), frame(encoder, CONTENT));

            assertThat(peer.ended()).isTrue();
        }
        assertThat(corruptFrames()).isEqualTo(1);
    }

    private double corruptFrames() {
        return Exposed.of(pair.b()).sum("narrows_failures_total", "reason=\"corrupt-frame\"");
    }
}

package io.narrows.proxy.link.session;

import static io.narrows.proxy.support.Admin.get;
import static io.narrows.proxy.support.Applications.shutOutput;
import static io.narrows.proxy.support.Applications.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamDecoder;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Fin;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.OfferHistory;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Probe;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.proto.Release;
import io.narrows.proxy.link.proto.ReturnHistory;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.Message;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sidecar with peers that are old, new, strange or hostile. */
@Timeout(60)
@Tag("long")
final class LinkProtocolTest {
    private static final byte[] GREETING = "hello, target".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private EchoServer target;
    private SidecarPair pair;

    @BeforeEach
    void start() throws IOException {
        target = EchoServer.holding();
        pair = new SidecarPair(folder, target.port(), "- {codec: zstd, level: 3}");
        pair.startB();
    }

    @AfterEach
    void stop() throws IOException {
        pair.close();
        target.close();
    }

    @Test
    void peerWithoutZstdGetsGzip() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a", Codec.NONE, Codec.GZIP))) {
            Socket far = open(peer);

            far.getOutputStream().write(GREETING);

            FakePeer.Received frame = peer.readFrame();
            assertThat(FrameDescriptor.codecId(frame.head())).isEqualTo(Codec.GZIP.id());
            assertThat(FrameDescriptor.isNew(frame.head())).isTrue();
            assertThat(decode(Codec.GZIP, frame.payload())).isEqualTo(GREETING);
        }
    }

    @Test
    void peerOfBeforeDenseGetsZstd() throws Exception {
        pair.close();
        pair = new SidecarPair(folder, target.port(), "- {codec: dense, level: 2}");
        pair.startB();

        try (FakePeer peer = greeted(FakePeer.hello("a", Codec.NONE, Codec.GZIP, Codec.ZSTD))) {
            Socket far = open(peer);

            far.getOutputStream().write(GREETING);

            FakePeer.Received frame = peer.readFrame();
            assertThat(FrameDescriptor.codecId(frame.head())).isEqualTo(Codec.ZSTD.id());
            assertThat(decode(Codec.ZSTD, frame.payload())).isEqualTo(GREETING);
        }
    }

    @Test
    void peerWithNoCodecGetsRawFrames() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a", Codec.NONE))) {
            Socket far = open(peer);

            far.getOutputStream().write(GREETING);

            FakePeer.Received frame = peer.readFrame();
            assertThat(FrameDescriptor.codecId(frame.head())).isEqualTo(Codec.NONE.id());
            assertThat(frame.payload()).isEqualTo(GREETING);
            assertThat(metrics()).contains("narrows_raw_frames_total{peer=\"a\",reason=\"no-common-codec\"} 1");
        }
    }

    @Test
    void laterVersionIsMetAtTheHighestCommonOne() throws Exception {
        Hello.Builder later = FakePeer.hello("a", Codec.NONE).setMaxVersion(9);

        try (FakePeer peer = greeted(later)) {
            assertThat(open(peer).isConnected()).isTrue();
        }
    }

    @Test
    void codecsOfLaterVersionsArePassedOver() throws Exception {
        Hello.Builder later = FakePeer.hello("a", Codec.GZIP);
        later.addCodecsBuilder().setId(14);

        try (FakePeer peer = greeted(later)) {
            assertThat(open(peer).isConnected()).isTrue();
        }
    }

    @Test
    void noCommonVersionIsRefusedWithTheReason() throws Exception {
        assertThat(refusal(FakePeer.hello("a").setMinVersion(2).setMaxVersion(3)))
                .isEqualTo(Refusal.Reason.NO_COMMON_VERSION);
        assertThat(metrics()).contains("narrows_refused_hellos_total{peer=\"a\",reason=\"no-common-version\"} 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "", "no\nbody", "überall"})
    void unknownNodeIsRefusedWithTheReason(String node) throws Exception {
        assertThat(refusal(FakePeer.hello(node))).isEqualTo(Refusal.Reason.UNKNOWN_NODE);
        assertThat(get(pair, "b", "/errors")).contains("node b has no peer \\\"" + node.replace('\n', '?') + "\\\"");
        assertThat(metrics()).contains("narrows_refused_hellos_total{peer=\"unknown\",reason=\"unknown-node\"} 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\n\r\n", "NRWX", "\u0016\u0003\u0001\u0002", "SSH-2.0-OpenSSH_9.2\r\n"})
    void strangersBytesAreRefusedAtOnce(String bytes) throws Exception {
        try (FakePeer stranger = new FakePeer(pair.linkPortOfB())) {
            stranger.send(bytes.getBytes(StandardCharsets.ISO_8859_1));

            assertThat(stranger.readGreeting().getRefusal().getReason()).isEqualTo(Refusal.Reason.MALFORMED);
            assertThat(stranger.ended()).isTrue();
        }
        assertThat(metrics()).contains("narrows_refused_hellos_total{peer=\"unknown\",reason=\"malformed\"} 1");
    }

    @Test
    void targetThatTheSidecarDoesNotHaveIsRefused() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a"))) {
            peer.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("nowhere")));

            assertThat(peer.readControl().getRefused().getReason()).isEqualTo(Refused.Reason.UNKNOWN_TARGET);
            assertThat(peer.ended()).isTrue();
        }
    }

    @Test
    void targetForOtherPeersIsRefused_untilAReloadAdmitsThePeer() throws Exception {
        String all = Files.readString(pair.file("b"));
        Files.writeString(
                pair.file("b"),
                all.replace(
                                "work: 127.0.0.1:" + target.port(),
                                "work: {address: 127.0.0.1:" + target.port() + ", peers: [c]}")
                        .replace("peers:\n", "peers:\n  - {id: c, link: 127.0.0.1:1}\n"));
        assertThat(pair.b().reload()).isEmpty();
        try (FakePeer peer = greeted(FakePeer.hello("a"))) {
            peer.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("work")));

            Refused refused = peer.readControl().getRefused();

            assertThat(refused.getReason()).isEqualTo(Refused.Reason.TARGET_DENIED);
            assertThat(refused.getDetail()).isEqualTo("the target is not available to node a");
            assertThat(peer.ended()).isTrue();
        }
        assertThat(metrics()).contains("narrows_failures_total{peer=\"a\",reason=\"target-denied\"} 1");

        Files.writeString(pair.file("b"), Files.readString(pair.file("b")).replace("peers: [c]", "peers: [c, a]"));
        assertThat(pair.b().reload()).isEmpty();

        try (FakePeer peer = greeted(FakePeer.hello("a"))) {
            assertThat(open(peer).isConnected()).isTrue();
        }
    }

    @Test
    void damagedFrameEndsOnlyItsOwnLink() throws Exception {
        try (FakePeer good = greeted(FakePeer.hello("a", Codec.NONE));
                FakePeer bad = greeted(FakePeer.hello("a", Codec.NONE))) {
            Socket goodFar = open(good);
            Socket badFar = open(bad);

            bad.send(new byte[] {1, 0x00, 0, 0, 0, 0, 'x'});

            assertThat(bad.ended()).isTrue();
            assertThat(resets(badFar)).isTrue();
            good.send(FrameDescriptor.data(Codec.NONE, false), GREETING);
            assertThat(goodFar.getInputStream().readNBytes(GREETING.length)).isEqualTo(GREETING);
            assertThat(metrics()).contains("narrows_failures_total{peer=\"a\",reason=\"corrupt-frame\"} 1");
        }
    }

    @Test
    void sealedNonsenseIsCountedAndEndsItsLink() throws Exception {
        byte[] nonsense = {7, 7, 7, 7, 7, 7};
        for (int head : new int[] {
            FrameDescriptor.data(Codec.ZSTD, true),
            FrameDescriptor.data(Codec.GZIP, true),
            FrameDescriptor.data(Codec.LZ4, true),
            FrameDescriptor.data(Codec.SNAPPY, true),
            FrameDescriptor.data(Codec.GZIP, false),
            FrameDescriptor.control(),
            0x0F,
            0x70
        }) {
            try (FakePeer peer = greeted(FakePeer.hello("a"))) {
                Socket far = open(peer);

                peer.send(head, nonsense);

                assertThat(peer.ended()).as("head %02x", head).isTrue();
                assertThat(resets(far)).as("head %02x", head).isTrue();
            }
        }
        assertThat(metrics()).contains("narrows_failures_total{peer=\"a\",reason=\"corrupt-frame\"} 8");
    }

    @Test
    void historyThatIsNotThere_endsItsLink() throws Exception {
        for (Control.Builder control : List.of(
                Control.newBuilder().setReturnHistory(ReturnHistory.newBuilder().setSource(1)),
                Control.newBuilder()
                        .setOfferHistory(OfferHistory.newBuilder().setSource(1).setStream(5)))) {
            try (FakePeer peer = greeted(FakePeer.hello("a", Codec.DENSE))) {
                Socket far = open(peer);

                peer.send(control);

                assertThat(peer.ended()).isTrue();
                assertThat(resets(far)).isTrue();
            }
        }
        assertThat(metrics()).contains("narrows_failures_total{peer=\"a\",reason=\"corrupt-frame\"} 2");
    }

    @Test
    void frameThatTeachesWhatIsNotThere_endsItsLink() throws Exception {
        int taught = FrameDescriptor.taught(Codec.DENSE);
        for (byte[] payload :
                new byte[][] {{}, {0}, {9, 1, 1}, {1, 1}, {1, 1, 5, 7}, {1, -1, -1, -1, -1, 1, 5}, {1, 1, -127, -128, 4}
                }) {
            try (FakePeer peer = greeted(FakePeer.hello("a", Codec.DENSE))) {
                Socket far = open(peer);

                peer.send(taught, payload);

                assertThat(peer.ended()).isTrue();
                assertThat(resets(far)).isTrue();
            }
        }
        assertThat(metrics()).contains("narrows_failures_total{peer=\"a\",reason=\"corrupt-frame\"} 7");
    }

    @Test
    void frameAboveTheLimitIsRefusedBeforeItArrives() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a"))) {
            open(peer);

            peer.send(new byte[] {(byte) 0xFF, (byte) 0xFF, 0x7F});

            assertThat(peer.ended()).isTrue();
        }
    }

    @Test
    void contentThatDiffersFromItsChecksumIsAReset() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a"))) {
            Socket far = open(peer);
            peer.send(FrameDescriptor.data(Codec.NONE, false), GREETING);

            peer.send(Control.newBuilder()
                    .setFin(Fin.newBuilder()
                            .setCheck(
                                    Check.newBuilder().setBytes(GREETING.length).setCrc32C(1))));

            assertThat(resets(far)).isTrue();
        }
    }

    @Test
    void endWithoutFinIsAReset() throws Exception {
        FakePeer peer = greeted(FakePeer.hello("a"));
        Socket far = open(peer);

        peer.close();

        assertThat(resets(far)).isTrue();
    }

    @Test
    void waitingBytesStillArriveAfterBothDirectionsAreFinished() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a", Codec.NONE))) {
            Socket far = open(peer);
            byte[] said = new byte[16 << 20]; // more than fits in the kernel's buffers
            CompletableFuture<Void> saying = write(far, said).thenRun(() -> shutOutput(far));
            peer.send(Control.newBuilder().setFin(Fin.newBuilder().setCheck(Check.getDefaultInstance())));
            await().until(() -> pair.b().links().stream().anyMatch(link -> link.memoryBytes() > 8 << 10));

            long heard = 0;
            FakePeer.Received frame = peer.readFrame();
            while (FrameDescriptor.kind(frame.head()) == FrameDescriptor.KIND_DATA
                    || !Control.parseFrom(frame.payload()).hasFin()) {
                heard += FrameDescriptor.kind(frame.head()) == FrameDescriptor.KIND_DATA ? frame.payload().length : 0;
                frame = peer.readFrame();
            }
            assertThat(heard).isEqualTo(said.length);
            saying.join();
        }
    }

    @Test
    void releaseBehindFin_endsNothing() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a", Codec.NONE))) {
            Socket far = open(peer);
            peer.send(Control.newBuilder().setFin(Fin.newBuilder().setCheck(Check.getDefaultInstance())));

            peer.send(Control.newBuilder().setRelease(Release.newBuilder().setCodec(Codec.ZSTD.id())));
            peer.send(Control.newBuilder().setProbe(Probe.getDefaultInstance()));

            assertThat(peer.readControl().hasAnswer()).isTrue();
            far.getOutputStream().write(GREETING);

            assertThat(peer.readFrame().payload()).isEqualTo(GREETING);
        }
    }

    @Test
    @Timeout(300) // until the kernel's buffers are full
    void peerThatAsksWithoutReadingAnyAnswer_isCut() throws Exception {
        ByteArrayOutputStream questions = new ByteArrayOutputStream();
        for (int i = 0; i < 1_000; i++) {
            questions.writeBytes(Message.control(Control.newBuilder().setProbe(Probe.getDefaultInstance()))
                    .sealed());
        }
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096); // so that few answers fill it
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), pair.linkPortOfB()));
        try (FakePeer peer = greeted(new FakePeer(socket), FakePeer.hello("a", Codec.NONE))) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 3_000; i++) {
                            peer.send(questions.toByteArray());
                        }
                    })
                    .isInstanceOf(SocketException.class);
            await().untilAsserted(
                            () -> assertThat(pair.b().events().recentFailures().latest())
                                    .extractingByKey(Failure.CORRUPT_FRAME)
                                    .asString()
                                    .contains("more than 1000 responses"));
        }
    }

    @Test
    void releaseOfAnUnknownContextIsCorrupt() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a"))) {
            open(peer);

            peer.send(Control.newBuilder().setRelease(Release.newBuilder().setCodec(Codec.ZSTD.id())));

            assertThat(peer.ended()).isTrue();
        }
    }

    private FakePeer greeted(Hello.Builder hello) throws IOException {
        return greeted(new FakePeer(pair.linkPortOfB()), hello);
    }

    private static FakePeer greeted(FakePeer peer, Hello.Builder hello) throws IOException {
        peer.send(hello);
        Greeting answer = peer.readGreeting();
        assertThat(answer.getHello().getNode()).isEqualTo("b");
        return peer;
    }

    private Socket open(FakePeer peer) throws IOException, InterruptedException {
        peer.send(
                Control.newBuilder().setOpen(Open.newBuilder().setTarget("work").setTrafficClass("replication")));
        assertThat(peer.readControl().hasOpened()).isTrue();
        Socket far = target.take();
        far.setSoTimeout(40_000);
        return far;
    }

    private Refusal.Reason refusal(Hello.Builder hello) throws IOException {
        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(hello);
            Refusal refusal = peer.readGreeting().getRefusal();
            assertThat(refusal.getDetail()).isNotBlank();
            assertThat(peer.ended()).isTrue();
            return refusal.getReason();
        }
    }

    private String metrics() {
        return Exposed.text(pair.b());
    }

    private static boolean resets(Socket socket) throws IOException {
        try {
            while (socket.getInputStream().read() >= 0) {
                // bytes before the reset do not matter here
            }
            return false;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    private static byte[] decode(Codec codec, byte[] payload) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(FrameDescriptor.MAX_APP_BYTES);
        try (StreamDecoder decoder = Codecs.load().streamDecoder(codec, 23)) {
            decoder.decode(ByteBuffer.wrap(payload), out);
        }
        byte[] bytes = new byte[out.flip().remaining()];
        out.get(bytes);
        return bytes;
    }

    /** The second policy frees the context of zstd 3; the receiver's part of it must still be released. */
    @Test
    void contextThatWasReplacedButNotUsedIsStillReleased() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a", Codec.NONE, Codec.GZIP, Codec.ZSTD))) {
            Socket far = open(peer);
            far.getOutputStream().write(GREETING);
            assertThat(FrameDescriptor.codecId(peer.readFrame().head())).isEqualTo(Codec.ZSTD.id());
            takePolicy("- {codec: zstd, level: 5, min-size: 1KiB}");
            far.getOutputStream().write(GREETING);
            assertThat(FrameDescriptor.codecId(peer.readFrame().head())).isEqualTo(Codec.NONE.id());

            takePolicy("- {codec: gzip, level: 6}");
            far.getOutputStream().write(GREETING);

            assertThat(peer.readControl().getRelease().getCodec()).isEqualTo(Codec.ZSTD.id());
            assertThat(FrameDescriptor.codecId(peer.readFrame().head())).isEqualTo(Codec.GZIP.id());
        }
    }

    private void takePolicy(String rules) throws IOException {
        pair.writePolicy(rules);
        assertThat(pair.b().reload()).isEmpty();
    }

    @Test
    void closedLinksAreForgotten() throws Exception {
        try (FakePeer peer = greeted(FakePeer.hello("a"))) {
            open(peer);
            assertThat(pair.b().links()).isNotEmpty();
        }

        await().untilAsserted(() -> assertThat(pair.b().links()).isEmpty());
    }
}

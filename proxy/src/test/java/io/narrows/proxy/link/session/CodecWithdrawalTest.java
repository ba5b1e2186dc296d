package io.narrows.proxy.link.session;

import static io.narrows.proxy.support.Admin.get;
import static io.narrows.proxy.support.Admin.post;
import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.handshake.Hellos;
import io.narrows.proxy.link.proto.Check;
import io.narrows.proxy.link.proto.CodecOffer;
import io.narrows.proxy.link.proto.CodecWithdrawn;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Withdrawal of a codec while links run, by the configuration or after content differed. */
@Timeout(60)
final class CodecWithdrawalTest {
    private static final byte[] WORDS = "hello, hello, hello, peer".getBytes(StandardCharsets.UTF_8);
    private static final String REFUSING = "refuse-codecs: [dense], addresses";

    @TempDir
    private Path folder;

    @Test
    void runningLinkGoesOnWithTheFallback_andBack() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: dense, level: 1}").start();
                Socket socket = connect(pair.listenerPort())) {
            echo(socket, "in dense");
            assertThat(codecOfA(pair)).isEqualTo("dense");

            replace(pair, "addresses", REFUSING);
            echoUntilCodecIs("zstd", socket, pair);
            assertThat(get(pair, "b", "/links")).contains("\"refused_codecs\":[\"dense\"]");
            assertThat(scrape(pair, "b"))
                    .as("nothing is wrong with it")
                    .doesNotContainPattern("narrows_codec_withdrawn\\{.* 1");

            replace(pair, REFUSING, "addresses");
            echoUntilCodecIs("dense", socket, pair);
            assertThat(get(pair, "b", "/links")).contains("\"refused_codecs\":[]");
            assertThat(get(pair, "a", "/errors")).doesNotContain("corrupt-frame");
        }
    }

    @Test
    void newLinkDoesNotUseACodecThatIsRefused() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: dense, level: 1}").start()) {
            replace(pair, "addresses", REFUSING);
            pair.stopA();
            pair.startA();

            try (Socket socket = connect(pair.listenerPort())) {
                echo(socket, "in zstd");

                assertThat(codecOfA(pair)).isEqualTo("zstd");
            }
        }
    }

    private static void echoUntilCodecIs(String codec, Socket socket, SidecarPair pair) {
        await().untilAsserted(() -> {
            echo(socket, "some words that are repeated, some words that are repeated ");
            assertThat(codecOfA(pair)).isEqualTo(codec);
        });
    }

    private static String codecOfA(SidecarPair pair) {
        return pair.a().links().stream()
                .filter(link -> !link.codec().isEmpty())
                .map(LinkSummary::codec)
                .findFirst()
                .orElse("");
    }

    private static void replace(SidecarPair pair, String before, String after) throws Exception {
        Path file = pair.file("b");
        Files.writeString(file, Files.readString(file).replace(before, after));
        assertThat(post(pair, "b", "/-/reload")).isEqualTo("reloaded");
    }

    @Test
    void codecWhoseContentDiffers_isWithdrawnOnAllLinksOfThePeer() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}");
                FakePeer other = peer(pair, hello().setCodecWithdrawals(true));
                FakePeer wrong = peer(pair, hello().setCodecWithdrawals(true))) {
            sendSnappyOfAnotherContent(wrong);
            assertThat(wrong.ended()).isTrue();

            assertThat(other.readControl().getCodecWithdrawn())
                    .isEqualTo(CodecWithdrawn.newBuilder()
                            .setCodec(Codec.SNAPPY.id())
                            .build());
            assertThat(metrics(pair))
                    .contains("narrows_codec_withdrawn{codec=\"snappy\",peer=\"a\"} 1")
                    .contains("narrows_failures_total{peer=\"a\",reason=\"content-differs\"} 1");
            assertThat(offers(pair)).doesNotContain(Codec.SNAPPY.id()).contains(Codec.ZSTD.id());

            open(other, target);
        }
    }

    @Test
    void withdrawnCodecIsOfferedAgain_whenTheConfigurationHasRefusedItAndDoesNoMore() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}");
                FakePeer other = peer(pair, hello().setCodecWithdrawals(true));
                FakePeer wrong = peer(pair, hello())) {
            sendSnappyOfAnotherContent(wrong);
            assertThat(other.readControl().getCodecWithdrawn().hasOffer()).isFalse();

            replace(pair, "addresses", "refuse-codecs: [snappy], addresses");
            assertThat(offers(pair)).doesNotContain(Codec.SNAPPY.id());
            replace(pair, "refuse-codecs: [snappy], addresses", "addresses");

            assertThat(other.readControl().getCodecWithdrawn())
                    .isEqualTo(CodecWithdrawn.newBuilder()
                            .setCodec(Codec.SNAPPY.id())
                            .setOffer(CodecOffer.newBuilder().setId(Codec.SNAPPY.id()))
                            .build());
            assertThat(offers(pair)).contains(Codec.SNAPPY.id());
            assertThat(metrics(pair)).doesNotContainPattern("narrows_codec_withdrawn\\{.* 1");
        }
    }

    @Test
    void olderPeer_isNotNotified_andIsNoLongerOfferedTheCodec() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}");
                FakePeer other = peer(pair, hello());
                FakePeer wrong = peer(pair, hello())) {
            sendSnappyOfAnotherContent(wrong);
            assertThat(wrong.ended()).isTrue();

            assertThat(offers(pair)).doesNotContain(Codec.SNAPPY.id());
            open(other, target); // the next message that it receives is the answer
        }
    }

    @Test
    void denseOfAnotherFormatOnly_isReplaced_andThatOfACommonOneIsNot() throws Exception {
        CodecOffer.Builder dense =
                CodecOffer.newBuilder().setId(Codec.DENSE.id()).setMaxWindowLog(23);
        Hello.Builder hello = FakePeer.hello("a", Codec.NONE, Codec.ZSTD);

        assertThat(decodable(hello.clone().addCodecs(dense.clone().addVersion(2))))
                .doesNotContain(Codec.DENSE);
        assertThat(decodable(hello.clone().addCodecs(dense.clone().addVersion(2).addVersion(1))))
                .contains(Codec.DENSE);
        assertThat(decodable(hello.clone().addCodecs(dense))).contains(Codec.DENSE);
    }

    private static Iterable<Codec> decodable(Hello.Builder hello) {
        return Hellos.agree(Hello.getDefaultInstance(), hello.build(), false, true)
                .decodable()
                .keySet();
    }

    private static Hello.Builder hello() {
        return FakePeer.hello("a", Codec.NONE, Codec.SNAPPY, Codec.ZSTD);
    }

    /** Returns a peer with a completed greeting. */
    private static FakePeer peer(SidecarPair pair, Hello.Builder hello) throws IOException {
        if (pair.b() == null) {
            pair.startB();
        }
        FakePeer peer = new FakePeer(pair.linkPortOfB());
        peer.send(hello);
        assertThat(peer.readGreeting().hasHello()).isTrue();
        return peer;
    }

    private static void open(FakePeer peer, EchoServer target) throws Exception {
        peer.send(
                Control.newBuilder().setOpen(Open.newBuilder().setTarget("work").setTrafficClass("replication")));
        assertThat(peer.readControl().hasOpened()).isTrue();
        target.take().close();
    }

    /** Opens a connection and sends a frame of literals with the checksum of other content. */
    private static void sendSnappyOfAnotherContent(FakePeer peer) throws IOException {
        peer.send(
                Control.newBuilder().setOpen(Open.newBuilder().setTarget("work").setTrafficClass("replication")));
        assertThat(peer.readControl().hasOpened()).isTrue();
        byte[] payload = new byte[2 + WORDS.length];
        payload[0] = (byte) WORDS.length;
        payload[1] = (byte) (WORDS.length - 1 << 2);
        System.arraycopy(WORDS, 0, payload, 2, WORDS.length);
        peer.send(FrameDescriptor.data(Codec.SNAPPY, true), payload);
        peer.send(Control.newBuilder()
                .setCheck(Check.newBuilder().setBytes(WORDS.length).setCrc32C(1)));
    }

    private static List<Integer> offers(SidecarPair pair) throws IOException {
        try (FakePeer next = new FakePeer(pair.linkPortOfB())) {
            next.send(hello());
            Greeting answer = next.readGreeting();
            return answer.getHello().getCodecsList().stream()
                    .map(CodecOffer::getId)
                    .toList();
        }
    }

    private static String metrics(SidecarPair pair) {
        return Exposed.text(pair.b());
    }
}

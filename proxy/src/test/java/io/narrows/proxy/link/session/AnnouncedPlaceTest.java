package io.narrows.proxy.link.session;

import static io.narrows.proxy.support.Applications.connect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.send.SendingPolicy;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.support.Admin;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hellos whose announced place differs from the peer's configured one. */
@Timeout(60)
final class AnnouncedPlaceTest {
    /** Node b uses its own place, which has no compression and no price, instead of a's more distant one. */
    private static final Hello.Builder NEXT_DOOR =
            FakePeer.hello("a", Codec.NONE, Codec.ZSTD).setRegion("eu-west-1").setHost("h-b");

    private static final String RULES = "- {tier: same-host, codec: none}\n- {codec: zstd}";

    @TempDir
    private Path folder;

    private EchoServer target;
    private SidecarPair pair;

    @BeforeEach
    void listen() throws IOException {
        target = EchoServer.holding();
    }

    @AfterEach
    void stop() throws IOException {
        if (pair != null) {
            pair.close();
        }
        target.close();
    }

    @Test
    void policyAndTierAreThoseOfTheConfiguredPlace() throws Exception {
        start("plaintext: true");
        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(NEXT_DOOR);
            peer.readGreeting();
            peer.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("work")));
            assertThat(peer.readControl().hasOpened()).isTrue();

            target.take().getOutputStream().write("hello, far peer".getBytes(StandardCharsets.UTF_8));

            assertThat(FrameDescriptor.codecId(peer.readFrame().head())).isEqualTo(Codec.ZSTD.id());
            assertThat(metrics()).contains("peer=\"a\",tier=\"cross-region\"").doesNotContain("tier=\"same-host\"");
        }
    }

    @Test
    void publishedTariffIsThatOfTheConfiguredPlace() throws Exception {
        start("plaintext: true");
        announceNextDoor();

        assertThat(metrics())
                .contains("narrows_tariff_usd_per_byte{direction=\"sent\",peer=\"a\",tier=\"cross-region\"} 2.0");
    }

    @Test
    void differenceIsShown_untilAHelloAgrees() throws Exception {
        start("plaintext: true");
        announceNextDoor();
        assertThat(metrics()).contains("narrows_place_mismatch{peer=\"a\"} 1.0");
        assertThat(explanation()).contains("place        the peer announces eu-west-1/z/h-b, but the configured");

        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(FakePeer.hello("a", Codec.NONE));
            peer.readGreeting();
        }

        assertThat(metrics()).contains("narrows_place_mismatch{peer=\"a\"} 0.0");
        assertThat(explanation()).doesNotContain("place  ");
    }

    @Test
    void strictSidecarRefusesSuchAHello() throws Exception {
        start("plaintext: true, place-check: strict");
        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(NEXT_DOOR);

            Refusal refusal = peer.readGreeting().getRefusal();

            assertThat(refusal.getReason()).isEqualTo(Refusal.Reason.PLACE_MISMATCH);
            assertThat(refusal.getDetail()).contains("us-east-1/z/h").contains("eu-west-1/z/h-b");
            assertThat(peer.ended()).isTrue();
        }
        assertThat(metrics())
                .contains("narrows_refused_hellos_total{peer=\"a\",reason=\"place-mismatch\"} 1")
                .contains("narrows_place_mismatch{peer=\"a\"} 1.0");
    }

    @Test
    void strictSidecarRefusesSuchAPeerThatItDials() throws Exception {
        pair = new SidecarPair(
                folder, target.port(), RULES, List.of("plaintext: true, place-check: strict", "plaintext: true"));
        pair.start(); // a has b at host h, b announces h-b

        try (Socket socket = connect(pair.listenerPort())) {
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }

        await().untilAsserted(() -> assertThat(Exposed.text(pair.b()))
                .contains("narrows_refused_hellos_total{peer=\"a\",reason=\"place-mismatch\"}"));
    }

    @Test
    void runningLinkFollowsAChangedPlace() throws Exception {
        start("plaintext: true");
        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(NEXT_DOOR);
            peer.readGreeting();
            peer.send(Control.newBuilder().setOpen(Open.newBuilder().setTarget("work")));
            assertThat(peer.readControl().hasOpened()).isTrue();
            Socket far = target.take();
            peer.send(FrameDescriptor.data(Codec.NONE, false), "before".getBytes(StandardCharsets.UTF_8));
            assertThat(far.getInputStream().readNBytes(6)).asString().isEqualTo("before");

            Files.writeString(
                    pair.file("b"),
                    Files.readString(pair.file("b")).replace("id: a, region: us-east-1", "id: a, region: eu-west-1"));
            assertThat(pair.b().reload()).isEmpty();

            await().untilAsserted(() -> {
                peer.send(FrameDescriptor.data(Codec.NONE, false), "x".getBytes(StandardCharsets.UTF_8));
                assertThat(far.getInputStream().read()).isEqualTo('x');
                assertThat(metrics())
                        .containsPattern("narrows_app_bytes_total\\{class=\"default\",codec=\"none\","
                                + "direction=\"received\",peer=\"a\",tier=\"same-zone\"} [1-9]")
                        .containsPattern("narrows_links\\{peer=\"a\",state=\"open\",tier=\"same-zone\"} 1");
            });
        }
    }

    @Test
    void peerWithoutConfiguredPlaceIsBelievedOverTls() {
        assertThat(tierOf(terms(true))).isEqualTo(Tier.CROSS_REGION);
    }

    @Test
    void peerWithoutConfiguredPlaceCountsAsTheCheapestInPlainText() {
        assertThat(tierOf(terms(false))).isEqualTo(Tier.SAME_HOST);
    }

    private static LinkTerms terms(boolean encrypted) {
        return new LinkTermsBuilder()
                .location(new Location("far", "z", "hb"))
                .frames(FrameForm.of(encrypted, 0))
                .decodes(Codec.ZSTD, 0)
                .build();
    }

    private static Tier tierOf(LinkTerms terms) {
        LinkEnvironment environment = LinkEnvironments.of("""
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1}
                targets: {work: 127.0.0.1:2}
                peers: [{id: b, link: 127.0.0.1:3}]
                policy: [{tier: same-host, codec: none}, {codec: zstd}]
                """, new EventMeter(), Runnable::run, System::nanoTime);
        SendingPolicy policy = SendingPolicy.decide(environment, terms, TrafficClass.DEFAULT, LinkTap.Connection.NONE);
        Optional<Tier> tier = policy.raw().labels().tier();
        assertThat(policy.compresses()).isEqualTo(!tier.equals(Optional.of(Tier.SAME_HOST)));
        return tier.orElseThrow();
    }

    private void start(String link) throws IOException {
        pair = new SidecarPair(folder, target.port(), RULES, List.of("plaintext: true", link));
        pair.startB();
    }

    private void announceNextDoor() throws IOException {
        try (FakePeer peer = new FakePeer(pair.linkPortOfB())) {
            peer.send(NEXT_DOOR);
            assertThat(peer.readGreeting().hasHello()).isTrue();
        }
    }

    private String explanation() throws Exception {
        return Admin.get(pair, "b", "/explain?peer=a");
    }

    private String metrics() {
        return Exposed.text(pair.b());
    }
}

package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.OtherProtectionException;
import io.narrows.proxy.link.TlsFailedException;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.AnnouncedPlaces;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import java.net.ConnectException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FallbacksTest {
    private static final PeerId B = new PeerId("b");
    private static final Exception ABSENT = new NoSidecarException("hello-timeout");

    private final AnnouncedPlaces announced = new AnnouncedPlaces();
    private final TlsPeers tlsPeers = new TlsPeers(Runnable::run);

    @Test
    void withoutTheKey_nothingFallsBack() throws Exception {
        Fallbacks none = fallbacks("");

        assertThat(none.allowsAfter(B, TrafficClass.DEFAULT, new ConnectException("refused")))
                .isFalse();
        none.noSidecar(B, ABSENT);
        assertThat(none.skipsLink(B, TrafficClass.DEFAULT)).isFalse();
    }

    @Test
    void onlyAnAbsentSidecarFallsBack() throws Exception {
        Fallbacks plain = fallbacks(", fallback: plain");

        assertThat(plain.allowsAfter(B, TrafficClass.DEFAULT, new ConnectException("refused")))
                .isTrue();
        assertThat(plain.allowsAfter(B, TrafficClass.DEFAULT, ABSENT)).isTrue();
        assertThat(plain.allowsAfter(B, TrafficClass.DEFAULT, new NoLinkException("hello-refused")))
                .isFalse();
        assertThat(plain.allowsAfter(B, TrafficClass.DEFAULT, new OtherProtectionException("TLS required")))
                .isFalse();
        assertThat(plain.allowsAfter(B, TrafficClass.DEFAULT, new TlsFailedException("tls")))
                .isFalse();
    }

    @Test
    void peerThatHasUsedTls_fallsBackOnlyIfDowngradesAreAllowed() throws Exception {
        tlsPeers.add(B);
        Fallbacks plain = fallbacks(", fallback: plain");
        Fallbacks downgrade = fallbacks(", fallback: plain, allow-downgrade: true");

        assertThat(plain.allowsAfter(B, TrafficClass.DEFAULT, ABSENT)).isFalse();
        plain.noSidecar(B, ABSENT);
        assertThat(plain.skipsLink(B, TrafficClass.DEFAULT)).isFalse();

        assertThat(downgrade.allowsAfter(B, TrafficClass.DEFAULT, ABSENT)).isTrue();
        assertThat(downgrade.allowsAfter(B, TrafficClass.DEFAULT, new TlsFailedException("tls")))
                .isTrue();
        assertThat(downgrade.allowsAfter(B, TrafficClass.DEFAULT, new NoLinkException("hello-refused")))
                .isFalse();
    }

    @Test
    void linksAreSkippedAfterAFailure_untilTheSidecarAnswers() throws Exception {
        Fallbacks plain = fallbacks(", fallback: plain");
        assertThat(plain.skipsLink(B, TrafficClass.DEFAULT)).isFalse();

        plain.noSidecar(B, ABSENT);
        assertThat(plain.skipsLink(B, TrafficClass.DEFAULT)).isTrue();
        plain.reached(B);
        assertThat(plain.skipsLink(B, TrafficClass.DEFAULT)).isFalse();
    }

    @Test
    void rule_decidesForItsConnections_unlessThePeerDoes() throws Exception {
        String policy = "policy: [{class: replication, codec: zstd, fallback: plain}]";
        Fallbacks ruled = fallbacks("", policy);
        Fallbacks refused = fallbacks(", fallback: none", policy);

        assertThat(ruled.allowsAfter(B, TrafficClass.REPLICATION, ABSENT)).isTrue();
        assertThat(ruled.allowsAfter(B, TrafficClass.DEFAULT, ABSENT)).isFalse();
        assertThat(refused.allowsAfter(B, TrafficClass.REPLICATION, ABSENT)).isFalse();

        ruled.noSidecar(B, ABSENT);
        assertThat(ruled.skipsLink(B, TrafficClass.REPLICATION)).isTrue();
        assertThat(ruled.skipsLink(B, TrafficClass.DEFAULT)).isFalse();
    }

    @Test
    void rule_allowsDowngradesOfItsOwn() throws Exception {
        tlsPeers.add(B);

        assertThat(fallbacks("", "policy: [{codec: zstd, fallback: plain}]")
                        .allowsAfter(B, TrafficClass.DEFAULT, ABSENT))
                .isFalse();
        assertThat(fallbacks(", allow-downgrade: true", "policy: [{codec: zstd, fallback: plain}]")
                        .allowsAfter(B, TrafficClass.DEFAULT, ABSENT))
                .isFalse();
        assertThat(fallbacks("", "policy: [{codec: zstd, fallback: plain, allow-downgrade: true}]")
                        .allowsAfter(B, TrafficClass.DEFAULT, ABSENT))
                .isTrue();
    }

    @Test
    void dryRun_sparesAPeerThatHasUsedTls_unlessDowngradesAreAllowed() throws Exception {
        Fallbacks dry = fallbacks("", "dry-run: true");
        Fallbacks downgrade = fallbacks("", "dry-run: true\nallow-downgrade: true");
        assertThat(dry.isDryRun(B)).isTrue();
        assertThat(fallbacks("").isDryRun(B)).isFalse();

        tlsPeers.add(B);

        assertThat(dry.isDryRun(B)).isFalse();
        assertThat(downgrade.isDryRun(B)).isTrue();
    }

    private Fallbacks fallbacks(String keys) throws Exception {
        return fallbacks(keys, "");
    }

    private Fallbacks fallbacks(String keys, String policy) throws Exception {
        LiveConfig live = LinkEnvironments.of(
                        """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1}
                targets: {}
                peers: [{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3%s}]
                %s
                """.formatted(keys, policy), new EventMeter(), Runnable::run, System::nanoTime)
                .live();
        LinkSecurity security = new LinkSecurity(
                new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId("a"), Instant.EPOCH)),
                tlsPeers,
                System::nanoTime);
        return new Fallbacks(live, null, security, announced, () -> 0);
    }
}

package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.narrows.testkit.SelfSigned;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connections that a permissive node encrypts. */
final class LinkSecurityTest {
    private static final PeerId B = new PeerId("b");

    @TempDir
    private Path folder;

    private LinkSecurity security;

    @BeforeEach
    void makeCertificates() throws Exception {
        SelfSigned own = SelfSigned.of("a", 1, folder);
        LinkEnvironment environment = LinkEnvironments.of(
                """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1, %s}
                targets: {}
                peers: []
                policy: []
                """.formatted(own.tls(own.cert()).replace("}", ", mode: permissive}")),
                new EventMeter(),
                Runnable::run,
                () -> 0);
        security = new LinkSecurity(
                new TlsContexts(
                        TlsContexts.load(environment.live().current().link().tls(), new PeerId("a"), Instant.now())),
                new TlsPeers(Runnable::run),
                () -> 0);
    }

    @Test
    void peerThatAnsweredInPlainText_isDialledInPlainText() {
        security.answeredPlain(B);

        assertThat(security.dialsTls(B)).isFalse();
        assertThat(security.dialsTls(new PeerId("c"))).isTrue();
    }

    @Test
    void peersThatAreGone_areForgotten() {
        PeerId stays = new PeerId("stays");
        PeerId goes = new PeerId("goes");
        for (PeerId peer : Set.of(stays, goes)) {
            security.answeredPlain(peer);
            security.plainLink(peer);
        }

        security.retainPeers(Set.of(stays));

        assertThat(security.dialsTls(stays)).isFalse();
        assertThat(security.plainLinks(stays).sum()).isEqualTo(1);
        assertThat(security.dialsTls(goes)).isTrue();
        assertThat(security.plainLinks(goes).sum()).isZero();
    }

    @Test
    void peerThatIsGone_staysSeenWithTls() {
        security.speaksTls(B);

        security.retainPeers(Set.of());

        assertThat(security.requiresTls(B)).isTrue();
    }
}

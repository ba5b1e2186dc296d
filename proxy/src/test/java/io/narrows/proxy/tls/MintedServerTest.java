package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerId;
import io.narrows.config.TerminatedTls;
import io.narrows.testkit.Openssl;
import io.narrows.testkit.Openssl.Authority;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MintedServerTest {
    @TempDir
    private Path folder;

    private Instant now;
    private Config config;
    private TerminatedTls tls;
    private DatabaseTls databases;

    @BeforeEach
    void load() throws Exception {
        Authority files =
                Openssl.authority(folder, "mint", "permitted;DNS:b.example,permitted;IP:10.0.0.0/255.255.255.0");
        config = ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r1, zone: z1, host: h1}
                link: {listen: 127.0.0.1:15000}
                targets: {work: 127.0.0.1:2380}
                peers: [{id: b, link: b.example:15000}]
                capture:
                  - {listen: 127.0.0.1:1, peer: b, target: work, tls: {mint: {cert: %s, key: %s}, plaintext: true}}
                """.formatted(files.cert(), files.key()), folder);
        tls = config.terminatedTls().get(0);
        // After openssl, whose certificate begins with the second in which it was made.
        now = Instant.now();
        databases = new DatabaseTls(DatabaseTls.load(config, now), () -> now);
    }

    @Test
    void contextOfAName_isKept_untilTheFilesAreReadAgain() throws Exception {
        SslContext first = server().join();

        assertThat(server().join()).isSameAs(first);
        databases.adopt(DatabaseTls.load(config, now));
        assertThat(server().join()).isNotSameAs(first);
    }

    @Test
    void authorityThatHasExpiredMeanwhile_signsNothing() throws Exception {
        server().join();
        now = now.plus(Duration.ofDays(11));

        assertThatThrownBy(this::server)
                .isInstanceOf(NotMintedException.class)
                .hasMessageContaining("the authority " + tls.own().cert() + " expired at ")
                .hasMessageContaining("(replace it)");
    }

    @Test
    void captureThatWasRemovedMeanwhile_failsItsConnection() throws Exception {
        databases.adopt(DatabaseTls.Loaded.NONE);

        assertThatThrownBy(server()::join).hasMessageContaining("the capture's tls was removed from the configuration");
    }

    private CompletableFuture<SslContext> server() throws NotMintedException {
        PeerId peer = new PeerId("b");
        return databases.server(
                tls,
                new MintRequest(Optional.of("b.example"), peer, config.peer(peer), Optional.empty()),
                Runnable::run);
    }
}

package io.narrows.proxy.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerId;
import io.narrows.config.TransportKind;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryLimits;
import io.narrows.proxy.support.Admin;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.transport.Transport;
import io.narrows.testkit.SelfSigned;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class WarmUpTest {
    @TempDir
    private Path folder;

    @Test
    void carriesRecordsThereAndBackUnderEachCodecUntilItIsClosed() throws Exception {
        try (Transport transport = new Transport(TransportKind.AUTO, 1)) {
            WarmUp warmUp = warmUp("1m", "[{class: heartbeat, codec: gzip}, {codec: zstd}]", transport);
            warmUp.start();
            await().untilAsserted(() ->
                    assertThat(warmUp.codecs()).containsExactlyInAnyOrder(Codec.NONE, Codec.GZIP, Codec.ZSTD));
            await().until(() -> warmUp.exchanges() >= 120);
            warmUp.close();

            assertThat(warmUp.codecFrames()).isZero();
            assertThat(warmUp.underWay()).isFalse();
        }
    }

    @Test
    void warmsDenseUpInMemoryBeforeLinksCarryIt() throws Exception {
        try (Transport transport = new Transport(TransportKind.AUTO, 1)) {
            WarmUp warmUp = warmUp("1m", "[{codec: dense}]", transport);
            warmUp.start();
            await().until(() -> warmUp.codecFrames() > 0);
            warmUp.close();

            assertThat(warmUp.exchanges()).isZero();
        }
    }

    @Test
    void waitsForSomethingElse_andIsUnderWayMeanwhile() throws Exception {
        AtomicBoolean other = new AtomicBoolean();
        try (Transport transport = new Transport(TransportKind.AUTO, 1);
                WarmUp warmUp = warmUp("1m", "[{codec: gzip}]", transport)) {
            warmUp.startAfter(other::get);
            await().during(Duration.ofMillis(300)).until(() -> warmUp.underWay() && warmUp.exchanges() == 0);

            other.set(true);

            await().until(() -> warmUp.exchanges() > 0);
        }
    }

    @Test
    void sidecarThatBeginsTlsOfDatabases_warmsItUpToo() throws Exception {
        String ca = SelfSigned.localhost("ca", folder).cert().toString();
        String target = "{address: 127.0.0.1:1, peers: [b], tls: {ca: '%s', plaintext: true}}".formatted(ca);
        try (Transport transport = new Transport(TransportKind.AUTO, 1);
                WarmUp warmUp = warmUp("1m", "[{codec: zstd}]", transport, target)) {
            warmUp.start();

            await().until(() -> warmUp.exchanges() > 0 && warmUp.encryptedExchanges() > 10);
        }
    }

    @Test
    void sidecarWithoutTlsOfDatabases_warmsNoneUp() throws Exception {
        try (Transport transport = new Transport(TransportKind.AUTO, 1);
                WarmUp warmUp = warmUp("1m", "[{codec: zstd}]", transport)) {
            warmUp.start();
            await().until(() -> warmUp.exchanges() > 100);

            assertThat(warmUp.encryptedExchanges()).isZero();
        }
    }

    private WarmUp warmUp(String warmUp, String policy, Transport transport) throws Exception {
        return warmUp(warmUp, policy, transport, "127.0.0.1:1");
    }

    private WarmUp warmUp(String warmUp, String policy, Transport transport, String target) throws Exception {
        Config config = ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:15000, warm-up: %s}
                targets: {work: %s}
                peers: [{id: b, region: r, zone: y, host: hb, link: 127.0.0.1:15001}]
                policy: %s
                """.formatted(warmUp, target, policy), folder);
        TlsContexts plain = new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId("a"), Instant.EPOCH));
        return new WarmUp(
                config,
                Codecs.load(),
                new MemoryLedger(new MemoryLimits(64 << 20, 64 << 20, 64 << 20, 64 << 20, 16 << 20)),
                plain,
                transport,
                () -> false,
                () -> {});
    }

    @Test
    void leavesNoTraceInTheSidecarsOwnMetrics() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            AtomicBoolean other = new AtomicBoolean();
            pair.b().warmUpAfter(other::get);
            assertThat(Admin.get(pair, "b", "/readyz")).isEqualTo("warming up\n");
            other.set(true);

            await().untilAsserted(
                            () -> assertThat(Admin.get(pair, "b", "/readyz")).isEqualTo("ready\n"));
            assertThat(Admin.scrape(pair, "b")).doesNotContain("warm-up-relay", "direction=\"sent\",peer=\"b\"");
            assertThat(Admin.get(pair, "b", "/links")).doesNotContain("warm-up-relay");
        }
    }
}

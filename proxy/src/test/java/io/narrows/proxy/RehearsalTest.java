package io.narrows.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.codec.Codec;
import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.TransportKind;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryLimits;
import io.narrows.proxy.support.Admin;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.transport.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class RehearsalTest {
    @TempDir
    private Path folder;

    @Test
    void carriesRecordsThereAndBackUnderEachCodecUntilItIsClosed() throws Exception {
        try (Transport transport = new Transport(TransportKind.AUTO, 1)) {
            Rehearsal rehearsal = rehearsal("1m", "[{class: heartbeat, codec: gzip}, {codec: zstd}]", transport);
            rehearsal.start();
            await().untilAsserted(() ->
                    assertThat(rehearsal.codecs()).containsExactlyInAnyOrder(Codec.NONE, Codec.GZIP, Codec.ZSTD));
            await().until(() -> rehearsal.exchanges() >= 120);
            rehearsal.close();

            assertThat(rehearsal.drilled()).isZero();
            long exchanges = rehearsal.exchanges();
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .doesNotContain("narrows-rehearsal");
            assertThat(rehearsal.exchanges()).isEqualTo(exchanges);
        }
    }

    @Test
    void drillsDenseInMemoryBeforeLinksCarryIt() throws Exception {
        try (Transport transport = new Transport(TransportKind.AUTO, 1)) {
            Rehearsal rehearsal = rehearsal("1m", "[{codec: dense}]", transport);
            rehearsal.start();
            await().until(() -> rehearsal.drilled() > 0);
            rehearsal.close();

            assertThat(rehearsal.exchanges()).isZero();
        }
    }

    @Test
    void waitsForSomethingElse_andIsUnderWayMeanwhile() throws Exception {
        AtomicBoolean other = new AtomicBoolean();
        try (Transport transport = new Transport(TransportKind.AUTO, 1);
                Rehearsal rehearsal = rehearsal("1m", "[{codec: gzip}]", transport)) {
            rehearsal.startAfter(other::get);
            await().during(Duration.ofMillis(300)).until(() -> rehearsal.underWay() && rehearsal.exchanges() == 0);

            other.set(true);

            await().until(() -> rehearsal.exchanges() > 0);
        }
    }

    private Rehearsal rehearsal(String warmUp, String policy, Transport transport) throws Exception {
        Config config = ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:15000, warm-up: %s}
                targets: {work: 127.0.0.1:1}
                peers: [{id: b, region: r, zone: y, host: hb, link: 127.0.0.1:15001}]
                policy: %s
                """.formatted(warmUp, policy), folder);
        TlsContexts plain = new TlsContexts(TlsContexts.load(Optional.empty(), "a", Instant.EPOCH));
        return new Rehearsal(
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
            pair.b().warmUp();
            assertThat(Admin.get(pair, "b", "/readyz")).isEqualTo("warming up\n");
            await().until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("narrows-rehearsal")));

            assertThat(Admin.get(pair, "b", "/readyz")).isEqualTo("ready\n");
            assertThat(Admin.scrape(pair, "b")).doesNotContain("rehearsal", "direction=\"sent\",peer=\"b\"");
            assertThat(Admin.get(pair, "b", "/links")).doesNotContain("rehearsal");
        }
    }
}

package io.narrows.proxy.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.ConfigSource;
import io.narrows.config.TransportKind;
import io.narrows.proxy.Sidecar;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.memory.ProcessMemory;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hub with the limits of a shipped sidecar, and a hundred peers with three links each, all of which use dense. */
@Tag("long")
final class QuietHubTest {
    private static final int PEERS = 100;
    private static final int LINKS = 3;

    /** Messages of each link: 60 KiB in each direction. */
    private static final int MESSAGES = 15;

    private static final int MESSAGE = 4 << 10;

    /** So long that the links are not busy: 24 KiB in two periods of 10 s. */
    private static final Duration PAUSE = Duration.ofSeconds(4);

    /** The limits of a sidecar without a container: a heap and buffers of 512 MiB each. */
    private static final ProcessMemory SHIPPED = new ProcessMemory(512L << 20, 512L << 20, 4L << 30);

    static {
        // other processes may run this test at the same time
        System.setProperty(
                HubAddresses.NETWORK_PROPERTY,
                Long.toString(78 + ProcessHandle.current().pid() % 100));
    }

    private final Transport transport = new Transport(TransportKind.AUTO, 2);
    private final EchoTargets targets = new EchoTargets(new Sockets(transport));
    private final List<LoadPeer> peers = new ArrayList<>();
    private final List<QuietConnection> connections = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        peers.forEach(LoadPeer::close);
        targets.close();
        transport.close();
    }

    @Test
    void noFrameGoesRaw_andABusyLinkGetsALargerWindow() throws Exception {
        Path file = Files.writeString(folder.resolve("hub.yaml"), HubConfig.ofDenseHub(PEERS));
        Config config = ConfigLoader.load(file);
        try (Sidecar hub = Sidecar.start(config, ConfigSource.of(file), "test", SHIPPED)) {
            for (int peer = 1; peer <= PEERS; peer++) {
                peers.add(new LoadPeer(peer, HubConfig.ofDensePeer(peer), transport));
                connect(peers.get(peer - 1));
            }
            for (int i = 1; i < MESSAGES; i++) {
                connections.forEach(connection -> connection.send(MESSAGE));
                awaitAnswers();
                awaitPause();
            }
            for (String pool : List.of("sending", "receiving")) {
                assertThat(metric(hub, "narrows_memory_bytes", pool)).as(pool).isLessThan(90e6);
            }

            QuietConnection busy = connections.get(150);
            for (int i = 0; i < 50; i++) {
                busy.send(60 << 10);
                awaitAnswers();
            }

            await().untilAsserted(() -> assertThat(largestLink(hub)).isGreaterThan(2_000_000));
            assertThat(raw(hub)).isZero();
            assertThat(connections).allMatch(connection -> connection.failure().isEmpty());
        }
    }

    private void connect(LoadPeer peer) {
        for (int link = 0; link < LINKS; link++) {
            connections.add(peer.connectQuietly(link));
        }
        awaitAnswers();
        for (int link = 1; link <= LINKS; link++) {
            connections.get(connections.size() - link).send(MESSAGE);
        }
        awaitAnswers();
    }

    private void awaitAnswers() {
        await().atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> connections.stream().allMatch(QuietConnection::isAnswered));
    }

    /** Waits until links that carry another message are still not busy, by the clock on which they count. */
    private static void awaitPause() {
        long answered = System.nanoTime();
        await().until(() -> System.nanoTime() - answered >= PAUSE.toNanos());
    }

    private static double metric(Sidecar hub, String name, String pool) {
        return Exposed.of(hub).value(name, "pool=\"" + pool + "\"");
    }

    /** Returns the memory of the link that has most, in bytes. */
    private static long largestLink(Sidecar hub) {
        return hub.links().stream().mapToLong(LinkSummary::memoryBytes).max().orElseThrow();
    }

    /** Returns the frames of the hub and of its peers that went raw for lack of memory or grants. */
    private double raw(Sidecar hub) {
        Exposed exposed = Exposed.of(hub);
        long ofPeers = peers.stream()
                .flatMap(peer -> peer.events().rawFrameCounts().stream())
                .filter(count -> List.of("memory", "no-grant").contains(count.reason()))
                .mapToLong(count -> count.count())
                .sum();
        return ofPeers
                + exposed.sum("narrows_raw_frames_total", "reason=\"memory\"")
                + exposed.sum("narrows_raw_frames_total", "reason=\"no-grant\"");
    }
}

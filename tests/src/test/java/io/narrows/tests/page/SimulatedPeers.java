package io.narrows.tests.page;

import io.narrows.codec.Codec;
import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.meter.TrafficMeter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Peers in eight regions of three zones, numbered from 1, and the counters of a sidecar for them. One of 37 is down, one of
 * 11 is idle; of the rest, one of 7 sends incompressible data, and one of 10 sends bulk in addition to replication.
 */
final class SimulatedPeers {
    private static final List<String> REGIONS = List.of(
            "us-east-1",
            "us-west-2",
            "eu-west-1",
            "eu-central-1",
            "ap-south-1",
            "ap-northeast-1",
            "sa-east-1",
            "ca-central-1");
    private static final String ZONES = "abc";

    private final Random random = new Random(1);
    private final TrafficMeter traffic;
    private final EventMeter events;
    private final LatencyMeter latency;
    private final List<LinkSummary> links = new ArrayList<>();
    private final List<PeerId> down = new ArrayList<>();

    private SimulatedPeers(TrafficMeter traffic, EventMeter events, LatencyMeter latency) {
        this.traffic = traffic;
        this.events = events;
        this.latency = latency;
    }

    static String id(int number) {
        return "db-%04d".formatted(number);
    }

    static boolean isDown(int number) {
        return number % 37 == 0;
    }

    static boolean isIdle(int number) {
        return number % 11 == 5;
    }

    static boolean isIncompressible(int number) {
        return number % 7 == 3 && !isIdle(number);
    }

    static boolean sendsBulk(int number) {
        return number % 10 == 2 && !isIdle(number);
    }

    static String region(int number) {
        return REGIONS.get(number % REGIONS.size());
    }

    static String zone(int number) {
        return region(number) + ZONES.charAt(number / REGIONS.size() % ZONES.length());
    }

    /**
     * Returns the YAML configuration of a sidecar with this many peers, which ends the TLS of a database for the first one. Its
     * certificate is any readable file, since no simulated link loads it.
     */
    static String config(int peers) {
        StringJoiner lines = new StringJoiner("\n");
        for (int i = 1; i <= peers; i++) {
            lines.add("  - {id: %s, region: %s, zone: %s, host: host-%d, link: '10.0.%d.%d:15000'}"
                    .formatted(id(i), region(i), zone(i), i, i / 250, i % 250));
        }
        return """
                version: 1
                node: {id: db-0000, region: us-east-1, zone: us-east-1a, host: host-0}
                link: {listen: '127.0.0.1:15000', plaintext: true}
                targets: {raft: '127.0.0.1:2380'}
                peers:
                %s
                capture:
                  - listen: '127.0.1.1:2380'
                    peer: %s
                    target: raft
                    tls: {cert: '%s', key: '%3$s', plaintext: true}
                policy:
                  - {class: bulk, codec: zstd, level: 3}
                  - {tier: cross-region, codec: dense, level: 2}
                  - {codec: zstd, level: 1}
                tariff: {preset: aws}
                """.formatted(lines, id(1), Path.of("pom.xml").toAbsolutePath());
    }

    /** Counts the traffic of a configuration's peers. */
    static SimulatedPeers count(Config config, TrafficMeter traffic, EventMeter events, LatencyMeter latency) {
        SimulatedPeers peers = new SimulatedPeers(traffic, events, latency);
        int number = 1;
        for (Peer peer : config.peers()) {
            peers.count(number++, peer);
        }
        return peers;
    }

    List<LinkSummary> links() {
        return links;
    }

    List<PeerId> down() {
        return down;
    }

    private void count(int number, Peer peer) {
        carry(peer, TrafficClass.CONTROL, Codec.NONE, 0, 4_000 + random.nextInt(4_000));
        if (!isIdle(number)) {
            long app = 10_000_000 + random.nextInt(90_000_000);
            if (isIncompressible(number)) {
                carry(peer, TrafficClass.ENCRYPTED, Codec.NONE, app, app + app / 500);
            } else {
                carry(peer, TrafficClass.REPLICATION, Codec.DENSE, app, app / (4 + random.nextInt(5)));
            }
            carry(peer, TrafficClass.HEARTBEAT, Codec.ZSTD, app / 1000, app / 2500);
        }
        if (sendsBulk(number)) {
            carry(peer, TrafficClass.BULK, Codec.ZSTD, 300_000_000, 90_000_000);
        }
        events.linked(peer.id());
        if (isDown(number)) {
            down.add(peer.id());
            events.failure(peer.id(), Failure.PEER_UNREACHABLE, "connection refused: " + peer.link());
        } else {
            links.add(link(peer, LinkState.OPEN));
            links.add(link(peer, LinkState.READY));
        }
    }

    private void carry(Peer peer, TrafficClass trafficClass, Codec codec, long app, long wire) {
        for (Direction direction : Direction.values()) {
            TrafficCell cell = traffic.cell(peer.id(), peer.location().orElseThrow(), trafficClass, codec, direction);
            long part = direction == Direction.SENT ? app : app / 20;
            for (long left = part; left > 0; left -= 65_536) {
                cell.frame((int) Math.min(left, 65_536));
            }
            long wirePart = direction == Direction.SENT ? wire : wire / 20;
            cell.wire(wirePart);
            cell.wireIp(wirePart);
            cell.baselineIp(part);
            cell.cpu(part * 12);
            if (app > 0) {
                latency.histogram(peer.id(), trafficClass, direction).record(30_000 + random.nextInt(200_000));
            }
        }
    }

    private static LinkSummary link(Peer peer, LinkState state) {
        boolean open = state == LinkState.OPEN;
        return new LinkSummary(
                peer.id(),
                true,
                state,
                open ? "raft" : "",
                open ? "replication" : "",
                open ? "dense" : "",
                "",
                open ? 22 : 0,
                22,
                Set.of(),
                0,
                true,
                Set.of(),
                0,
                0,
                true,
                9_000_000);
    }
}

package io.narrows.proxy.support;

import io.narrows.codec.Codec;
import io.narrows.config.Announcement;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Location;
import io.narrows.config.Peer;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.CodecMetrics;
import io.narrows.proxy.link.registry.CodecRefusals;
import io.narrows.proxy.link.registry.EncoderRefusals;
import io.narrows.proxy.link.registry.LinkMetrics;
import io.narrows.proxy.link.registry.LinkRegistry;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryLimits;
import io.narrows.proxy.memory.MemoryMetrics;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.CpuBill;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Exposition;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.ReloadMeter;
import io.narrows.proxy.meter.TrafficMeter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The metrics of a sidecar with many peers, without links. Each peer had heartbeats and replication in zstd in both
 * directions, in addition to the overhead of links.
 */
public final class ExposedPeers {
    public static final List<TrafficClass> CLASSES = List.of(TrafficClass.HEARTBEAT, TrafficClass.REPLICATION);

    private static final int FRAME_BYTES = 1000;
    private static final int WIRE_BYTES = 250;
    private static final long LATENCY_NANOS = 70_000;

    private final Config config;
    private final EventMeter events = new EventMeter();
    private final LatencyMeter latency = new LatencyMeter();
    private final TrafficMeter traffic;
    private final Exposition exposition;

    /** @param peers number of peers */
    public ExposedPeers(int peers) throws ConfigException {
        this(peers, "");
    }

    /** @param more further lines of the configuration */
    public ExposedPeers(int peers, String more) throws ConfigException {
        this.config = config(peers, more);
        this.traffic = new TrafficMeter(config.node().location(), config.tariff());
        LiveConfig live = new LiveConfig(config);
        MemoryLedger memory = new MemoryLedger(new MemoryLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20));
        LinkRegistry registry = new LinkRegistry();
        this.exposition = new Exposition(
                traffic, events, latency, new CpuBill(() -> 0, 0), new ReloadMeter(Instant.EPOCH), live, "test");
        exposition.register(new LinkMetrics(registry, live, traffic.announced()));
        exposition.register(new CodecMetrics(new CodecRefusals(live, registry), new EncoderRefusals()));
        exposition.register(new MemoryMetrics(memory, peer -> config.peer(peer).isPresent()));
        for (Peer peer : config.peers()) {
            carryTrafficOf(peer);
            EnumSet.complementOf(EnumSet.of(Purpose.HANDSHAKES)).forEach(purpose -> memory.account(purpose, peer.id()));
        }
    }

    private void carryTrafficOf(Peer peer) {
        Location place = peer.location().orElseThrow();
        traffic.announced().announced(peer.id(), new Announcement(place, true));
        events.linked(peer.id());
        for (Direction direction : Direction.values()) {
            traffic.cell(peer.id(), place, TrafficClass.CONTROL, Codec.NONE, direction)
                    .wire(WIRE_BYTES);
            for (TrafficClass trafficClass : CLASSES) {
                var cell = traffic.cell(peer.id(), place, trafficClass, Codec.ZSTD, direction);
                cell.frame(FRAME_BYTES);
                cell.wire(WIRE_BYTES);
                cell.wireIp(WIRE_BYTES);
                cell.baselineIp(FRAME_BYTES);
                latency.histogram(peer.id(), trafficClass, direction).record(LATENCY_NANOS);
            }
        }
    }

    public Config config() {
        return config;
    }

    public EventMeter events() {
        return events;
    }

    public Exposition exposition() {
        return exposition;
    }

    private static Config config(int peers, String more) throws ConfigException {
        String list = IntStream.range(0, peers)
                .mapToObj("{id: peer-%1$d, region: r, zone: z, host: h%1$d, link: peer-%1$d:15000}"::formatted)
                .collect(Collectors.joining(", "));
        return ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r, zone: y, host: ha}
                link: {listen: 127.0.0.1:15000}
                targets: {}
                peers: [%s]
                policy: [{codec: zstd}]
                %s
                """.formatted(list, more), Path.of("."));
    }
}

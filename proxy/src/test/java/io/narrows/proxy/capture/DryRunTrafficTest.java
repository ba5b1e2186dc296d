package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.Announcement;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.sample.SampleWorker;
import io.narrows.proxy.sample.Sampler;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class DryRunTrafficTest {
    private static final PeerId B = new PeerId("b");
    private static final InetSocketAddress REMOTE = new InetSocketAddress("127.0.0.1", 1);
    private static final Location FAR = new Location("other", "z", "hb");

    private final LinkEnvironment links = LinkEnvironments.of("""
            version: 1
            node: {id: a, region: r, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {}
            peers: [{id: b, link: 127.0.0.1:3}]
            classify: [{class: bulk, starts-with: "LOAD "}]
            """, new EventMeter(), Runnable::run, System::nanoTime);

    @Test
    void classFoundLater_countsTheNextBytes() {
        try (Sampler sampler =
                new Sampler(links, PooledByteBufAllocator.DEFAULT, new SampleWorker(() -> 0.02, () -> false))) {
            DryRunTraffic traffic = new DryRunTraffic(links, B, TrafficClass.DEFAULT, REMOTE, sampler.connection(B));
            traffic.received(Unpooled.wrappedBuffer(new byte[10]));
            traffic.sent(Unpooled.copiedBuffer("LOAD 1", StandardCharsets.US_ASCII));
            traffic.received(Unpooled.wrappedBuffer(new byte[20]));
            traffic.ended();
        }

        assertThat(appBytes(cell -> cell.labels().trafficClass(), Direction.SENT))
                .containsEntry(TrafficClass.BULK, 6L);
        assertThat(appBytes(cell -> cell.labels().trafficClass(), Direction.RECEIVED))
                .containsEntry(TrafficClass.DEFAULT, 10L)
                .containsEntry(TrafficClass.BULK, 20L);
    }

    @Test
    void placeThatThePeerAnnouncesLater_countsTheNextBytes() {
        DirectTraffic traffic = new DirectTraffic(links, B, TrafficClass.DEFAULT, REMOTE, RawReason.NO_SIDECAR);
        traffic.sent(Unpooled.wrappedBuffer(new byte[10]));

        links.traffic().announced().announced(B, new Announcement(FAR, true));
        traffic.sent(Unpooled.wrappedBuffer(new byte[20]));

        assertThat(appBytes(cell -> cell.labels().tier().orElseThrow(), Direction.SENT))
                .containsEntry(Tier.CROSS_REGION, 20L)
                .hasSize(2);
    }

    private <K> Map<K, Long> appBytes(Function<TrafficCell, K> key, Direction direction) {
        return links.traffic().cells().stream()
                .filter(cell ->
                        cell.labels().direction() == direction && cell.labels().codec() == Codec.NONE)
                .collect(Collectors.toMap(key, TrafficCell::appBytes, Long::sum));
    }
}

package io.narrows.estimate.tcp;

import io.narrows.estimate.pcap.LinkType;
import io.narrows.estimate.pcap.PcapBuilder;
import io.narrows.estimate.pcap.PcapngBuilder;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/** A capture with random connections, interleaved. */
final class RandomCapture {
    private static final long PACKET_NANOS = 200_000;

    final List<RandomConnection> connections = new ArrayList<>();
    final LinkType link;
    private final List<RandomConnection.Placed> packets = new ArrayList<>();

    RandomCapture(RandomGenerator random, int count, int longest, boolean lossy) {
        LinkType[] types = LinkType.values();
        link = types[random.nextInt(types.length)];
        for (int i = 0; i < count; i++) {
            connections.add(new RandomConnection(random, link, 10_000 + i, longest, lossy, packets));
        }
        packets.sort(Comparator.comparingDouble(RandomConnection.Placed::position));
    }

    byte[] pcap(ByteOrder order, boolean nanoseconds) {
        PcapBuilder file = new PcapBuilder(order, nanoseconds, link.code(), 262_144);
        long nanos = 0;
        for (RandomConnection.Placed packet : packets) {
            nanos += PACKET_NANOS;
            file.packet(nanos, packet.bytes());
        }
        return file.bytes();
    }

    byte[] pcapng(ByteOrder order) {
        PcapngBuilder file = new PcapngBuilder().section(order).device(link.code(), 0);
        long nanos = 0;
        for (RandomConnection.Placed packet : packets) {
            nanos += PACKET_NANOS;
            file.enhanced(0, nanos / 1000, packet.bytes());
        }
        return file.bytes();
    }
}

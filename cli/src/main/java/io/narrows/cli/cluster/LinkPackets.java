package io.narrows.cli.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Packets between sidecars: segments that their sockets sent. What a connection sent between the last look at it and its end is
 * not known; links are long-lived. For one thread.
 */
final class LinkPackets {
    private record Connection(int port, int peerPort, long pid) {}

    private final Map<Long, String> zones;
    private final Map<Connection, Long> seen = new HashMap<>();
    private final Map<ZonePair, Long> sent = new TreeMap<>();

    /** @param zones where each sidecar is, by the id of its process */
    LinkPackets(Map<Long, String> zones) {
        this.zones = zones;
    }

    /** Takes a look. */
    void add(List<TcpSocket> sockets) {
        for (TcpSocket socket : sockets) {
            pair(socket, sockets).ifPresent(pair -> {
                Connection connection = new Connection(socket.port(), socket.peerPort(), socket.pid());
                long before = seen.getOrDefault(connection, 0L);
                boolean another = socket.segmentsSent() < before; // with the ports of one that has ended
                seen.put(connection, socket.segmentsSent());
                sent.merge(pair, socket.segmentsSent() - (another ? 0 : before), Long::sum);
            });
        }
    }

    /** Only between two sidecars: targets and admin ports are not links. */
    private Optional<ZonePair> pair(TcpSocket socket, List<TcpSocket> sockets) {
        String from = zones.get(socket.pid());
        return sockets.stream()
                .filter(socket::isOtherEndOf)
                .map(other -> zones.get(other.pid()))
                .filter(to -> from != null && to != null && !to.equals(from))
                .findFirst()
                .map(to -> new ZonePair(from, to));
    }

    /** Since the first look, all that their connections had sent before included. */
    Map<ZonePair, Long> sent() {
        return Map.copyOf(sent);
    }
}

package io.narrows.lab.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts packets between sidecars, as segments sent by their sockets. Segments between a connection's last reading and its
 * end are lost; links are long-lived. Not thread-safe.
 */
final class LinkPackets {
    private record Connection(int port, int peerPort, long pid) {}

    private final Map<Long, String> zones;
    private final Map<Connection, Long> seen = new HashMap<>();
    private final Map<ZonePair, Long> sent = new TreeMap<>();

    /** @param zones zone of each sidecar, by the id of its process */
    LinkPackets(Map<Long, String> zones) {
        this.zones = zones;
    }

    /** Adds a reading. */
    void add(List<TcpSocket> sockets) {
        for (TcpSocket socket : sockets) {
            pair(socket, sockets).ifPresent(pair -> {
                Connection connection = new Connection(socket.port(), socket.peerPort(), socket.pid());
                long before = seen.getOrDefault(connection, 0L);
                boolean another = socket.segmentsSent() < before; // reuses the ports of an ended connection
                seen.put(connection, socket.segmentsSent());
                sent.merge(pair, socket.segmentsSent() - (another ? 0 : before), Long::sum);
            });
        }
    }

    /** Returns the zones of a socket between two sidecars; empty for targets and admin ports. */
    private Optional<ZonePair> pair(TcpSocket socket, List<TcpSocket> sockets) {
        String from = zones.get(socket.pid());
        if (from == null) {
            return Optional.empty();
        }
        return sockets.stream()
                .filter(socket::isOtherEndOf)
                .map(other -> zones.get(other.pid()))
                .filter(to -> to != null && !to.equals(from))
                .findFirst()
                .map(to -> new ZonePair(from, to));
    }

    /** Returns the segments sent up to the last reading, including those before the first one. */
    Map<ZonePair, Long> sent() {
        return Map.copyOf(sent);
    }
}

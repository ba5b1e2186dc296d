package io.narrows.cli.adopt;

import io.narrows.config.IpAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The connections between this host and others.
 *
 * @param all without those of the host to itself, and without those over link-local addresses
 * @param listeners the ports on which this host listens, with their programs where these may be read
 */
record Connections(List<Connection> all, Map<Integer, Optional<Program>> listeners) {
    Connections {
        all = List.copyOf(all);
        listeners = Map.copyOf(listeners);
    }

    /** Finds the connections among sockets. A connection to a port on which this host listens is inbound. */
    static Connections of(List<TcpSocket> sockets, Map<Long, Program> programs) {
        Map<Integer, Optional<Program>> listeners = new HashMap<>();
        Set<IpAddress> own = new HashSet<>();
        for (TcpSocket socket : sockets) {
            own.add(socket.local().ip());
            if (socket.state() == TcpSocket.State.LISTEN) {
                Optional<Program> program = Optional.ofNullable(programs.get(socket.inode()));
                listeners.merge(socket.local().port(), program, (one, other) -> one.or(() -> other));
            }
        }
        List<Connection> all = sockets.stream()
                .filter(socket -> socket.state() == TcpSocket.State.ESTABLISHED)
                .filter(socket -> !own.contains(socket.remote().ip()))
                .filter(socket -> !socket.remote().ip().isLoopback())
                .filter(socket -> !isLinkLocal(socket.remote().ip()))
                .map(socket -> connection(socket, listeners, programs))
                .toList();
        return new Connections(all, listeners);
    }

    private static Connection connection(
            TcpSocket socket, Map<Integer, Optional<Program>> listeners, Map<Long, Program> programs) {
        boolean inbound = listeners.containsKey(socket.local().port());
        int port = (inbound ? socket.local() : socket.remote()).port();
        Optional<Program> program = Optional.ofNullable(programs.get(socket.inode()))
                .or(() -> inbound ? listeners.getOrDefault(port, Optional.empty()) : Optional.empty());
        return new Connection(socket.local().ip(), socket.remote().ip(), port, inbound, program);
    }

    /** Such addresses (fe80::/10) have no meaning without an interface, which a configuration cannot name. */
    private static boolean isLinkLocal(IpAddress ip) {
        return ip.isV6() && ip.octets().get(0) == 0xFE && (ip.octets().get(1) & 0xC0) == 0x80;
    }
}

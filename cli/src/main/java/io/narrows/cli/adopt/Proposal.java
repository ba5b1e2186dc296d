package io.narrows.cli.adopt;

import io.narrows.config.IpAddress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The peers that connections suggest.
 *
 * @param own this host's addresses in its connections with peers, the most used first, those of IPv4 before others
 * @param peers the ports of each peer, by address and port
 * @param clients the hosts whose connections are left out, because clients make such connections, by port
 * @param complete whether the program of each connection was known
 */
record Proposal(
        List<IpAddress> own,
        SortedMap<IpAddress, SortedMap<Integer, PeerPort>> peers,
        SortedMap<Integer, SortedSet<IpAddress>> clients,
        boolean complete) {
    private static final Comparator<IpAddress> BY_ADDRESS = Comparator.comparing(IpAddress::isV6)
            .thenComparing(
                    ip -> ip.octets().stream().mapToInt(Integer::intValue).toArray(), Arrays::compare);

    /** Returns what the connections suggest that a search selects; empty if there is no peer among them. */
    static Optional<Proposal> of(Connections connections, Search search) {
        Proposal proposal = new Proposal(List.of(), new TreeMap<>(BY_ADDRESS), new TreeMap<>(), false);
        Map<IpAddress, Integer> own = new HashMap<>();
        for (Connection connection : connections.all()) {
            Optional<PortUse> use = search.use(connection, connections);
            use.filter(any -> any != PortUse.CLIENTS).ifPresent(any -> own.merge(connection.local(), 1, Integer::sum));
            use.ifPresent(any -> proposal.add(connection, any));
        }
        proposal.leaveOutClients();
        Comparator<IpAddress> preference = Comparator.comparing(IpAddress::isV6)
                .thenComparing(own::get, Comparator.reverseOrder())
                .thenComparing(BY_ADDRESS);
        return proposal.peers.isEmpty()
                ? Optional.empty()
                : Optional.of(new Proposal(
                        own.keySet().stream().sorted(preference).toList(),
                        proposal.peers,
                        proposal.clients,
                        connections.all().stream()
                                .allMatch(connection -> connection.program().isPresent())));
    }

    private void add(Connection connection, PortUse use) {
        String name = Search.database(connection)
                .map(Database::title)
                .or(() -> connection.program().map(Program::name))
                .orElse("unknown program");
        PeerPort evidence = new PeerPort(connection.port(), name, use, connection.inbound(), !connection.inbound());
        peers.computeIfAbsent(connection.remote(), ip -> new TreeMap<>())
                .merge(connection.port(), evidence, PeerPort::and);
    }

    private void leaveOutClients() {
        peers.forEach((ip, ports) -> ports.values().stream()
                .filter(PeerPort::isClient)
                .forEach(port -> clients.computeIfAbsent(port.port(), any -> new TreeSet<>(BY_ADDRESS))
                        .add(ip)));
        peers.values().forEach(ports -> ports.values().removeIf(PeerPort::isClient));
        peers.values().removeIf(Map::isEmpty);
    }

    /** Returns whether a peer has an IPv6 address. */
    boolean hasV6() {
        return peers.keySet().stream().anyMatch(IpAddress::isV6);
    }

    /** Returns the ports to capture of peers with addresses of a family. */
    SortedSet<Integer> ports(Predicate<IpAddress> family) {
        SortedSet<Integer> ports = new TreeSet<>();
        peers.forEach((ip, its) -> {
            if (family.test(ip)) {
                its.keySet().forEach(port -> {
                    ports.add(port);
                    ports.addAll(Database.occasionalPorts(port));
                });
            }
        });
        return ports;
    }
}

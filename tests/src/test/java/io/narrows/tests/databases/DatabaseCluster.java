package io.narrows.tests.databases;

import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Members of a database on separate hosts, with or without sidecars between them. All files are output of
 * {@code narrows generate}, unmodified except for TLS between members.
 */
final class DatabaseCluster implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Database database;
    private final boolean hasSidecars;
    private final Network network;
    private final String classpath;
    private final List<Member> members = new ArrayList<>();
    private final List<NodeSidecar> sidecars = new ArrayList<>();
    private final LoadClient client;
    private final PeerBytes peerBytes;

    private DatabaseCluster(
            Database database,
            DatabaseOptions options,
            boolean hasSidecars,
            Network network,
            String classpath,
            Path directory,
            Distance distance)
            throws IOException {
        int count = options.members();
        this.database = database;
        this.hasSidecars = hasSidecars;
        this.network = network;
        this.classpath = classpath;
        Path generated = generate(directory, count, distance);
        List<Host> hosts = IntStream.rangeClosed(1, count)
                .mapToObj(number -> network.host(id(number)))
                .toList();
        Host clientHost = network.host("client");
        List<Optional<Identity>> certificates =
                options.tls() ? addTls(generated, hosts) : Collections.nCopies(count, Optional.empty());
        NodeSidecar.narrows(List.of("check", "--all", generated.toString()));
        Wiring wiring = hasSidecars
                ? Wiring.throughSidecars()
                : Wiring.direct(hosts.stream().map(Host::ip).toList());
        for (int number = 1; number <= count; number++) {
            Host host = hosts.get(number - 1);
            Path folder = generated.resolve(id(number));
            members.add(new Member(number, id(number), host, folder, wiring, certificates.get(number - 1)));
            sidecars.add(new NodeSidecar(host, folder.resolve("narrows.yaml"), id(number)));
        }
        resolveNames(clientHost);
        network.delay(hosts, distance.oneWay());
        peerBytes = new PeerBytes(hosts);
        client = new LoadClient(clientHost, classpath, database, members);
    }

    /** Starts the cluster and waits until all members have found each other. */
    static DatabaseCluster start(
            Database database,
            DatabaseOptions options,
            boolean hasSidecars,
            Distance distance,
            String classpath,
            Path directory)
            throws IOException {
        Network network = new Network(directory);
        try {
            DatabaseCluster cluster =
                    new DatabaseCluster(database, options, hasSidecars, network, classpath, directory, distance);
            cluster.start();
            return cluster;
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private Path generate(Path directory, int count, Distance distance) throws IOException {
        String nodes = IntStream.rangeClosed(1, count)
                .mapToObj(number -> "  - {id: %s, address: %s, %s}%n"
                        .formatted(id(number), Member.machineName(number), distance.place(number)))
                .collect(Collectors.joining());
        String page = "version: 1\ndatabase: %s\n%snodes:\n%s".formatted(database.kind(), database.page(), nodes);
        Path file = Files.writeString(directory.resolve("cluster.yaml"), page);
        Path generated = directory.resolve("generated");
        NodeSidecar.narrows(List.of("generate", file.toString(), "--out", generated.toString()));
        return generated;
    }

    private List<Optional<Identity>> addTls(Path generated, List<Host> hosts) throws IOException {
        List<String> ids = hosts.stream().map(Host::name).toList();
        MemberTls tls = new MemberTls(ids, database.tlsTargets(), generated.resolveSibling("certificates"));
        List<Optional<Identity>> certificates = new ArrayList<>();
        for (int number = 1; number <= ids.size(); number++) {
            Path folder = generated.resolve(id(number));
            certificates.add(
                    Optional.of(tls.add(folder, number, hosts.get(number - 1).ip())));
        }
        return certificates;
    }

    private String id(int number) {
        return database.kind() + "-" + number;
    }

    private void resolveNames(Host clientHost) {
        for (Member of : members) {
            String machine = Member.machineName(of.number());
            clientHost.resolve(machine, of.host().ip());
            members.forEach(member -> member.host().resolve(machine, of.host().ip()));
        }
        for (Member member : members) {
            if (Files.exists(member.generated().resolve("hosts"))) {
                member.settings("hosts")
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.split("\\s+"))
                        .forEach(line -> member.host().resolve(line[1], line[0]));
            }
        }
    }

    private void start() {
        if (hasSidecars) {
            sidecars.forEach(NodeSidecar::start);
        }
        members.forEach(this::start);
        awaitComplete();
        client.create();
    }

    /** Starts a member, for the first time or again. */
    void start(Member member) {
        database.start(member, classpath);
    }

    void awaitComplete() {
        Awaitility.await("members of " + database.name())
                .atMost(LIMIT)
                .failFast(this::throwIfOneHasEnded)
                .until(() -> database.isComplete(members));
    }

    private void throwIfOneHasEnded() {
        for (Member member : members) {
            if (!member.server().isAlive()) {
                throw new IllegalStateException(member.id() + " has ended:\n" + member.log());
            }
        }
    }

    List<Member> members() {
        return members;
    }

    /** Returns the sidecars in the order of the members. */
    List<NodeSidecar> sidecars() {
        return sidecars;
    }

    LoadClient client() {
        return client;
    }

    /** Returns the number of elections or lost members so far. */
    long elections() {
        return database.elections(members);
    }

    /** Returns the bytes and the processor time so far. */
    Cost cost() {
        double ofSidecars = hasSidecars
                ? sidecars.stream()
                        .mapToDouble(sidecar -> ProcessorTime.of(sidecar.pid()))
                        .sum()
                : 0;
        double all = members.stream()
                .mapToDouble(member -> ProcessorTime.of(member.host()))
                .sum();
        return new Cost(peerBytes.read(), all - ofSidecars, ofSidecars);
    }

    /** Returns the counters of the sidecars that run. */
    SidecarTraffic traffic() {
        return SidecarTraffic.of(sidecars);
    }

    @Override
    public void close() {
        network.close();
    }
}

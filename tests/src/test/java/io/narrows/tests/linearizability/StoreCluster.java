package io.narrows.tests.linearizability;

import io.grpc.StatusRuntimeException;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * Three stores in two regions, each on a host of its own beside its sidecar; they reach each other through sidecars only, and
 * clients reach each of them. One has a small disk.
 */
final class StoreCluster implements AutoCloseable {
    private static final List<Site> SITES = List.of(
            new Site("store-1", "us-east-1", "us-east-1a"),
            new Site("store-2", "us-east-1", "us-east-1b"),
            new Site("store-3", "eu-west-1", "eu-west-1a"));
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(90);
    private static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(2);

    private final StoreProgram program;
    private final Network network;
    private final List<Member> members = new ArrayList<>();
    private List<StoreClient> clients = List.of();
    private SmallDisk smallDisk;
    private Member onSmallDisk;

    private StoreCluster(StoreProgram program, Path directory) {
        this.program = program;
        this.network = new Network(directory);
    }

    /**
     * Returns when every member answers.
     *
     * @param small which of the members has a small disk, 0 to 2
     */
    static StoreCluster start(StoreProgram program, Path directory, int small) throws IOException {
        StoreCluster cluster = new StoreCluster(program, directory);
        try {
            cluster.form(small);
            cluster.awaitAnswers();
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void form(int small) throws IOException {
        List<Host> hosts = SITES.stream().map(site -> network.host(site.id())).toList();
        List<String> names = hosts.stream().map(Host::name).toList();
        smallDisk = new SmallDisk(StoreProgram.disk(hosts.get(small)));
        for (int i = 0; i < hosts.size(); i++) {
            members.add(new Member(hosts.get(i), config(hosts, i), program.command(hosts.get(i), names)));
        }
        onSmallDisk = members.get(small);
        clients = StoreClient.of(members.stream().map(Member::clientAddress).toList(), OPERATION_TIMEOUT);
    }

    /** A member's own name is the member itself; the others' names are where its sidecar listens for them. */
    private SidecarConfig config(List<Host> hosts, int node) {
        Host host = hosts.get(node);
        SidecarConfig config =
                new SidecarConfig(SITES.get(node), host).target("raft", "127.0.0.1:" + StoreProgram.PEER_PORT);
        for (int peer = 0; peer < SITES.size(); peer++) {
            String alias = peer == node ? "127.0.0.1" : "127.0.1." + (peer + 1);
            host.resolve(SITES.get(peer).id(), alias);
            if (peer != node) {
                config.peer(SITES.get(peer), hosts.get(peer).ip() + ":" + SidecarConfig.LINK_PORT);
                config.capture(
                        alias + ":" + StoreProgram.PEER_PORT, SITES.get(peer).id(), "raft");
            }
        }
        program.configure(config, host);
        return config;
    }

    List<Member> members() {
        return List.copyOf(members);
    }

    /** One for each member. */
    List<StoreClient> clients() {
        return clients;
    }

    SmallDisk smallDisk() {
        return smallDisk;
    }

    Member onSmallDisk() {
        return onSmallDisk;
    }

    /** Returns when every member has answered a linearizable read. */
    void awaitAnswers() {
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            StoreClient client = clients.get(i);
            Awaitility.await("an answer of " + member.host().name())
                    .atMost(ANSWER_LIMIT)
                    .failFast(() -> requireAlive(member))
                    .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                    .until(() -> client.get("any").revision() > 0);
        }
    }

    private static void requireAlive(Member member) {
        if (!member.node().isAlive()) {
            throw new IllegalStateException("the store of " + member.host().name() + " has ended:\n"
                    + member.node().log());
        }
    }

    @Override
    public void close() {
        clients.forEach(StoreClient::close);
        network.close();
        if (smallDisk != null) {
            smallDisk.close();
        }
    }
}

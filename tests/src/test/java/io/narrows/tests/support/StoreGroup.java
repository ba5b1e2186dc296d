package io.narrows.tests.support;

import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Three members of a store, two in zones of one region and one in another, each on a host of its own beside its sidecar. They reach each
 * other through sidecars only; clients reach each of them. Needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
public final class StoreGroup implements AutoCloseable {
    public static final List<Site> SITES = List.of(
            new Site("store-1", "us-east-1", "us-east-1a"),
            new Site("store-2", "us-east-1", "us-east-1b"),
            new Site("store-3", "eu-west-1", "eu-west-1a"));

    /** What a group is told beyond who is in it. */
    @FunctionalInterface
    public interface Settings {
        /** @param config that of the site's host, which has all else already */
        void apply(Site site, SidecarConfig config);
    }

    private final StoreProgram program;
    private final Network network;
    private final List<StoreMember> members;

    /**
     * Makes the hosts; nothing runs on them.
     *
     * @param directory where they keep their files
     */
    public StoreGroup(StoreProgram program, Path directory) {
        this.program = program;
        this.network = new Network(directory);
        List<String> names = SITES.stream().map(Site::id).toList();
        this.members = SITES.stream()
                .map(site -> network.host(site.id()))
                .map(host -> new StoreMember(host, program.command(host, names)))
                .toList();
    }

    /** In the order of {@link #SITES}. */
    public List<StoreMember> members() {
        return members;
    }

    /** Returns when all sidecars are ready. */
    public void startSidecars(Settings settings) throws IOException {
        for (int node = 0; node < SITES.size(); node++) {
            SidecarConfig config = config(node);
            settings.apply(SITES.get(node), config);
            members.get(node).startSidecar(config);
        }
    }

    /** A member's own name is the member itself; the others' names are where its sidecar listens for them. */
    private SidecarConfig config(int node) {
        Host host = members.get(node).host();
        SidecarConfig config =
                new SidecarConfig(SITES.get(node), host).target("raft", "127.0.0.1:" + StoreProgram.PEER_PORT);
        for (int peer = 0; peer < SITES.size(); peer++) {
            String id = SITES.get(peer).id();
            String alias = peer == node ? "127.0.0.1" : "127.0.1." + (peer + 1);
            host.resolve(id, alias);
            if (peer != node) {
                config.peer(SITES.get(peer), members.get(peer).host().ip() + ":" + SidecarConfig.LINK_PORT);
                config.capture(alias + ":" + StoreProgram.PEER_PORT, id, "raft");
            }
        }
        program.configure(config, host);
        return config;
    }

    /** @throws IllegalStateException when a store has ended that nobody ended */
    public void requireAlive() {
        members.forEach(StoreMember::requireAlive);
    }

    @Override
    public void close() {
        network.close();
    }
}

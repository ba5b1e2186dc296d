package io.narrows.tests.support;

import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Three members of a store, two in zones of one region and one in another, each on a separate host next to its sidecar. They
 * reach each other through sidecars only; clients reach each of them directly. Needs the JVM that
 * {@code src/test/jvm/bin/java} starts.
 */
public final class StoreGroup implements AutoCloseable {
    public static final List<Site> SITES = List.of(
            new Site("store-1", "us-east-1", "us-east-1a"),
            new Site("store-2", "us-east-1", "us-east-1b"),
            new Site("store-3", "eu-west-1", "eu-west-1a"));

    /** Settings of a group beyond its members. */
    @FunctionalInterface
    public interface Settings {
        /** @param config that of the site's host, complete otherwise */
        void apply(Site site, SidecarConfig config);
    }

    private final StoreProgram program;
    private final Network network;
    private final List<StoreMember> members;

    /**
     * Creates the hosts, with nothing running on them.
     *
     * @param directory for the hosts' files
     */
    public StoreGroup(StoreProgram program, Path directory) {
        this.program = program;
        this.network = new Network(directory);
        List<String> names = SITES.stream().map(Site::id).toList();
        this.members = SITES.stream()
                .map(site -> network.host(site.id()))
                .map(host -> new StoreMember(host, program.command(host, names)))
                .toList();
        resolveNames();
    }

    /** Creates a further host, for clients, which ends with the group. */
    public Host client(String name) {
        return network.host(name);
    }

    /** Returns the members in the order of {@link #SITES}. */
    public List<StoreMember> members() {
        return members;
    }

    /** Starts all sidecars and waits until they are ready. */
    public void startSidecars(Settings settings) throws IOException {
        startSidecars(SITES.size(), settings);
    }

    /** Starts the sidecars of the first members, which know of no others, and waits until they are ready. */
    public void startSidecars(int count, Settings settings) throws IOException {
        for (int node = 0; node < count; node++) {
            members.get(node).startSidecar(config(node, count, settings));
        }
    }

    /**
     * Adds the next member to the configuration of the first members' sidecars and stores, and starts its sidecar; its store
     * still has to be added.
     */
    public void extend(int count, Settings settings) throws IOException {
        for (int node = 0; node < count; node++) {
            members.get(node).sidecar().reload(config(node, count + 1, settings).toYaml());
        }
        members.get(count).startSidecar(config(count, count + 1, settings));
    }

    /**
     * Returns a configuration in which a member's own name resolves to the member itself; the others' resolve to the
     * listeners of its sidecar.
     */
    private SidecarConfig config(int node, int count, Settings settings) {
        Host host = members.get(node).host();
        SidecarConfig config = new SidecarConfig(SITES.get(node), host)
                .reloadable()
                .target("raft", "127.0.0.1:" + StoreProgram.PEER_PORT);
        for (int peer = 0; peer < count; peer++) {
            if (peer != node) {
                config.peer(SITES.get(peer), members.get(peer).host().ip() + ":" + SidecarConfig.LINK_PORT);
                config.capture(
                        alias(peer) + ":" + StoreProgram.PEER_PORT,
                        SITES.get(peer).id(),
                        "raft");
            }
        }
        program.configure(config, host);
        settings.apply(SITES.get(node), config);
        return config;
    }

    private static String alias(int peer) {
        return "127.0.1." + (peer + 1);
    }

    /** Sets up names for etcd, which uses the system's resolver; the bundled store has its own names. */
    private void resolveNames() {
        for (int node = 0; node < SITES.size(); node++) {
            for (int peer = 0; peer < SITES.size(); peer++) {
                members.get(node).host().resolve(SITES.get(peer).id(), peer == node ? "127.0.0.1" : alias(peer));
            }
        }
    }

    /** @throws IllegalStateException if a store has ended unexpectedly */
    public void requireAlive() {
        members.forEach(StoreMember::requireAlive);
    }

    @Override
    public void close() {
        network.close();
    }
}

package io.narrows.tests.support;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** A host with a member of a store and the sidecar beside it, neither of which runs at first. */
public final class StoreMember {
    private static final int SHOWN_CHARS = 4_000;

    private final Host host;
    private final List<String> command;
    private Sidecar sidecar;
    private Server node;

    StoreMember(Host host, List<String> command) {
        this.host = host;
        this.command = command;
    }

    /** Returns when it is ready. */
    void startSidecar(SidecarConfig config) throws IOException {
        sidecar = Sidecar.start(host, config);
    }

    public Host host() {
        return host;
    }

    /** Where clients reach the store. */
    public InetSocketAddress clientAddress() {
        return host.address(StoreProgram.CLIENT_PORT);
    }

    /** Where the store keeps everything. */
    public Path data() {
        return StoreProgram.data(host);
    }

    public Sidecar sidecar() {
        return sidecar;
    }

    /** The store's process; null before its first start. */
    public Server node() {
        return node;
    }

    /** Starts the store, after an earlier end with what it had on disk; returns at once. */
    public void startNode() {
        node = host.start("node", command);
    }

    /** SIGKILL, be it that it had ended already, and a new start. */
    public void restartNode() {
        node.kill();
        startNode();
    }

    /** @throws IllegalStateException when the store was started and has ended; the message has the last of its log */
    public void requireAlive() {
        if (node != null && !node.isAlive()) {
            String log = node.log();
            throw new IllegalStateException("the store of %s has ended:%n%s"
                    .formatted(host.name(), log.substring(Math.max(0, log.length() - SHOWN_CHARS))));
        }
    }
}

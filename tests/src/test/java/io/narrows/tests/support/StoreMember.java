package io.narrows.tests.support;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** A host with a member of a store and the sidecar next to it, neither of which runs at first. */
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

    /** Starts the sidecar and waits until it is ready. */
    void startSidecar(SidecarConfig config) throws IOException {
        sidecar = Sidecar.start(host, config);
    }

    public Host host() {
        return host;
    }

    /** Returns the store's address for clients. */
    public InetSocketAddress clientAddress() {
        return host.address(StoreProgram.CLIENT_PORT);
    }

    /** Returns the store's data directory. */
    public Path data() {
        return StoreProgram.data(host);
    }

    public Sidecar sidecar() {
        return sidecar;
    }

    /** Returns the store's process; null before its first start. */
    public Server node() {
        return node;
    }

    /** Starts the store, with its data on disk after an earlier end; returns immediately. */
    public void startNode() {
        node = host.start("node", command);
    }

    /** Sends SIGKILL, unless the store has ended already, and starts it again. */
    public void restartNode() {
        node.kill();
        startNode();
    }

    /** @throws IllegalStateException if the store was started and has ended; the message has the end of its log */
    public void requireAlive() {
        if (node != null && !node.isAlive()) {
            String log = node.log();
            throw new IllegalStateException("the store of %s has ended:%n%s"
                    .formatted(host.name(), log.substring(Math.max(0, log.length() - SHOWN_CHARS))));
        }
    }
}

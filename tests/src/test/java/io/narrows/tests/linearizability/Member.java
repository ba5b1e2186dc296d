package io.narrows.tests.linearizability;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** A host with a store and the sidecar beside it. */
final class Member {
    private final Host host;
    private final List<String> command;
    private final Sidecar sidecar;
    private Server node;

    /** Starts both; returns when the sidecar is ready. */
    Member(Host host, SidecarConfig config, List<String> command) throws IOException {
        this.host = host;
        this.command = command;
        this.sidecar = Sidecar.start(host, config);
        startNode();
    }

    Host host() {
        return host;
    }

    InetSocketAddress clientAddress() {
        return host.address(StoreProgram.CLIENT_PORT);
    }

    Sidecar sidecar() {
        return sidecar;
    }

    Server node() {
        return node;
    }

    /** Starts the store again after its end, with what it had on disk. */
    void startNode() {
        node = host.start("node", command);
    }

    /** SIGKILL, be it that it had ended already, and a new start. */
    void restartNode() {
        node.kill();
        startNode();
    }
}

package io.narrows.node.peer;

import com.alipay.sofa.jraft.option.NodeOptions;

/** Options of a JRaft node, including its member's connections. */
public final class PeerOptions extends NodeOptions {
    private final PeerConnections connections;

    /** Creates the default options. */
    public PeerOptions(PeerConnections connections) {
        this.connections = connections;
    }

    PeerConnections connections() {
        return connections;
    }
}

package io.narrows.node.peer;

import com.alipay.sofa.jraft.option.NodeOptions;

/** Options of a JRaft node, with the connections of its member. */
public final class PeerOptions extends NodeOptions {
    private final PeerConnections connections;

    /** Makes the default options. */
    public PeerOptions(PeerConnections connections) {
        this.connections = connections;
    }

    PeerConnections connections() {
        return connections;
    }
}

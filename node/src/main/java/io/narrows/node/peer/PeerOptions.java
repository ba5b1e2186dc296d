package io.narrows.node.peer;

import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.util.Endpoint;
import java.util.function.Consumer;

/** Options of a JRaft node, with the connections of its member. */
public final class PeerOptions extends NodeOptions {
    private final PeerConnections connections;
    private final Consumer<Endpoint> connected;
    private volatile ReplicatorGroup replicators;

    /**
     * Makes the default options.
     *
     * @param connections of this member
     * @param connected told of each connection made to a peer, in a thread that may block
     */
    public PeerOptions(PeerConnections connections, Consumer<Endpoint> connected) {
        this.connections = connections;
        this.connected = connected;
    }

    /** Replicators of the node; null before the node is initialized. */
    public ReplicatorGroup replicators() {
        return replicators;
    }

    void setReplicators(ReplicatorGroup group) {
        replicators = group;
    }

    PeerConnections connections() {
        return connections;
    }

    Consumer<Endpoint> connected() {
        return connected;
    }
}

package io.narrows.node.replica;

import java.util.Optional;

/**
 * How this member sees its group.
 *
 * @param peerAddress this member's own
 * @param leader the leader's peer address; none while there is none
 * @param term of Raft
 * @param committed the index up to which the group has agreed, as far as known here
 * @param applied the index up to which it is applied here
 */
public record ReplicaStatus(String peerAddress, Optional<String> leader, long term, long committed, long applied) {
    /** Whether this member leads, as far as it knows. */
    public boolean leads() {
        return leader.equals(Optional.of(peerAddress));
    }
}

package io.narrows.node.replica;

import java.util.Optional;

/**
 * This member's view of its group.
 *
 * @param peerAddress of this member
 * @param leader peer address of the leader; empty if there is none
 * @param term Raft term
 * @param committed index of the last committed entry known here
 * @param applied index of the last entry applied here
 */
public record ReplicaStatus(String peerAddress, Optional<String> leader, long term, long committed, long applied) {
    /** Returns whether this member leads, as far as it knows. */
    public boolean leads() {
        return leader.equals(Optional.of(peerAddress));
    }
}

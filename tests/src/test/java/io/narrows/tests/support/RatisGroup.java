package io.narrows.tests.support;

import java.util.List;
import java.util.UUID;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;

/** The single Raft group of a test, for its servers and their clients. */
final class RatisGroup {
    static final int PEER_PORT = 2600;
    static final int CLIENT_PORT = 2700;
    private static final UUID ID = new UUID(0, 1);

    private RatisGroup() {}

    /** @param members each as its name, by which the others find it, and the address for clients: {@code db-1=10.77.0.1} */
    static RaftGroup of(List<String> members) {
        return RaftGroup.valueOf(
                RaftGroupId.valueOf(ID), members.stream().map(RatisGroup::peer).toList());
    }

    private static RaftPeer peer(String member) {
        String[] nameAndIp = member.split("=");
        return RaftPeer.newBuilder()
                .setId(nameAndIp[0])
                .setAddress(nameAndIp[0] + ":" + PEER_PORT)
                .setClientAddress(nameAndIp[1] + ":" + CLIENT_PORT)
                .build();
    }
}

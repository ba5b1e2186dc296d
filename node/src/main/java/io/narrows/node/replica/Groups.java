package io.narrows.node.replica;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.UUID;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;

/** What a group and its members are to Ratis. A member's id is its peer address, which every member dials by the same name. */
final class Groups {
    private Groups() {}

    /** By its name, so that a member that is added knows it without having talked to anybody. */
    static RaftGroupId id(String cluster) {
        return RaftGroupId.valueOf(
                UUID.nameUUIDFromBytes(("narrows store " + cluster).getBytes(StandardCharsets.UTF_8)));
    }

    static RaftGroup of(String cluster, Collection<String> members) {
        return RaftGroup.valueOf(id(cluster), members.stream().map(Groups::peer).toList());
    }

    static RaftPeer peer(String address) {
        return RaftPeer.newBuilder().setId(address).setAddress(address).build();
    }
}

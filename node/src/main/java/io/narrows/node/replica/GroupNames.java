package io.narrows.node.replica;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Names of groups and members in SOFAJRaft. A member's is its peer address, which every member dials by the same name. */
final class GroupNames {
    private GroupNames() {}

    /**
     * Returns the group's name in SOFAJRaft, which takes letters, digits and hyphens only. It follows from the cluster's, so that a member
     * that is added knows it without having talked to anybody.
     */
    static String of(String cluster) {
        return "store-" + UUID.nameUUIDFromBytes(("narrows store " + cluster).getBytes(StandardCharsets.UTF_8));
    }
}

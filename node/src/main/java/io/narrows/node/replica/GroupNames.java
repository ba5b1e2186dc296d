package io.narrows.node.replica;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Names of groups and members in SOFAJRaft. A member's name is its peer address, the same for every member that dials it. */
final class GroupNames {
    private GroupNames() {}

    /**
     * Returns the group's name in SOFAJRaft, which only allows letters, digits and hyphens. It is derived from the cluster's
     * name, so that a new member knows it before it has contacted another member.
     */
    static String of(String cluster) {
        return "store-" + UUID.nameUUIDFromBytes(("narrows store " + cluster).getBytes(StandardCharsets.UTF_8));
    }
}

package io.narrows.cli.cluster;

import io.narrows.config.HostPort;
import java.net.URI;

/**
 * A member of the store and its sidecar. All members are on one machine, so each has addresses of loopback for itself: at
 * 127.0.N.M member N finds member M.
 *
 * @param number 1 for the first
 * @param zone of the region, by which it is shown
 * @param link where its sidecar takes links
 * @param admin of its sidecar
 * @param client where etcd's clients reach the store
 * @param raft the one port by which all members call each other
 */
record Member(int number, String region, String zone, int link, int admin, int client, int raft) {
    private static final String LOOPBACK = "127.0.0.1:";

    String id() {
        return "store-" + number;
    }

    String linkAddress() {
        return LOOPBACK + link;
    }

    String adminAddress() {
        return LOOPBACK + admin;
    }

    HostPort clientAddress() {
        return new HostPort("127.0.0.1", client);
    }

    /** Where it finds another member, or, for itself, where its store listens. */
    String raftAddressOf(Member member) {
        return "127.0." + number + "." + member.number + ":" + raft;
    }

    /** What its sidecar shows to people. */
    URI page() {
        return URI.create("http://" + adminAddress() + "/");
    }
}

package io.narrows.lab.cluster;

import io.narrows.config.HostPort;
import java.net.URI;

/**
 * A member of the store and its sidecar. All members are on one machine, so each has its own loopback addresses: member N
 * finds member M at 127.0.N.M.
 *
 * @param number 1 for the first
 * @param zone of the region, also its display name
 * @param link link port of its sidecar
 * @param admin admin port of its sidecar
 * @param client port of the store for etcd's clients
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

    /** Returns the address where it finds another member, or where its own store listens. */
    String raftAddressOf(Member member) {
        return "127.0." + number + "." + member.number + ":" + raft;
    }

    /** Returns the URI of its sidecar's web page. */
    URI page() {
        return URI.create("http://" + adminAddress() + "/");
    }
}

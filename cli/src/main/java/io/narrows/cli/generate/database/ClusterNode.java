package io.narrows.cli.generate.database;

import io.narrows.config.Location;

/**
 * A node of a cluster file.
 *
 * @param number 1 to {@value #MAX_NUMBER}, unique in the cluster; part of its loopback address, and its id in databases that
 *     number nodes
 * @param id the name of the node in the configuration of all sidecars, and in its certificate
 * @param address the machine, as other machines reach it: a name or an IP address
 * @param location its place, for policy and prices
 */
public record ClusterNode(int number, String id, String address, Location location) {
    public static final int MAX_NUMBER = 254;

    /**
     * Returns the loopback address that represents this node on every machine of the cluster. The database listens on it on
     * its own machine, the sidecar on all others.
     */
    public String loopback() {
        return "127.0.1." + number;
    }

    /** Returns the loopback address with a port. */
    public String at(int port) {
        return loopback() + ":" + port;
    }

    /** Returns the machine's address with a port, an IPv6 address in brackets. */
    public String machine(int port) {
        return (address.indexOf(':') >= 0 ? "[" + address + "]" : address) + ":" + port;
    }
}

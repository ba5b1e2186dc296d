package io.narrows.cli.generate.database;

import java.util.List;

/** A kind of database: what its nodes reach at each other, and what each of them has to be told. */
public interface Database {
    /** Returns its name and versions, for the first line of files. */
    String title();

    /** Returns its ports. */
    List<Port> ports();

    /** Returns what nodes reach at each other. */
    List<Service> services();

    /** Returns whether the nodes know each other by names, which a hosts file leads to the sidecars; else by loopback addresses. */
    default boolean usesNames() {
        return true;
    }

    /** Returns whether other nodes reach a service at a node. */
    default boolean offers(Cluster cluster, ClusterNode node, Service service) {
        return true;
    }

    /** Returns the port of a service at a node. */
    default int port(Cluster cluster, ClusterNode node, Service service) {
        return cluster.port(service.target());
    }

    /** Returns how its nodes find each other, in sentences. */
    String addressing();

    /** Returns what else its operator should know, a paragraph each. */
    List<String> notes(Cluster cluster);

    /** Returns the files of its own settings at a node. */
    List<SettingsFile> settings(Cluster cluster, ClusterNode node);

    /** Returns the rules of the policy, with comments, in YAML. */
    String policy();
}

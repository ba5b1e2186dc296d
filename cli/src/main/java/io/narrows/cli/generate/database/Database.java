package io.narrows.cli.generate.database;

import java.util.List;

/** A kind of database: the services that its nodes provide to each other, and the settings that each node needs. */
public interface Database {
    /** Returns its name and versions, for the first line of files. */
    String title();

    /** Returns its ports. */
    List<Port> ports();

    /** Returns the services that nodes provide to each other. */
    List<Service> services();

    /**
     * Returns whether the nodes know each other by names, which a hosts file maps to the sidecars, rather than by loopback
     * addresses.
     */
    default boolean usesNames() {
        return true;
    }

    /** Returns whether other nodes use a service of a node. */
    default boolean offers(Cluster cluster, ClusterNode node, Service service) {
        return true;
    }

    /** Returns the port of a service on a node. */
    default int port(Cluster cluster, ClusterNode node, Service service) {
        return cluster.port(service.target());
    }

    /** Returns the nodes that vote, for a database whose settings name them permanently; otherwise none. */
    default List<ClusterNode> voters(Cluster cluster) {
        return List.of();
    }

    /** Returns why a voter must stay and what to do instead, as the end of a sentence about the node; empty if no nodes vote. */
    default String reasonForVoters() {
        return "";
    }

    /** Returns how its nodes find each other, in sentences. */
    String addressing();

    /** Returns remarks for its operator, a paragraph each. */
    List<String> notes(Cluster cluster);

    /** Returns the database's own settings files for a node. */
    List<SettingsFile> settings(Cluster cluster, ClusterNode node);

    /** Returns the rules of the policy, with comments, in YAML. */
    String policy();
}

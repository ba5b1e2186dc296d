package io.narrows.cli.generate.database;

import io.narrows.config.Preset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The contents of a cluster file.
 *
 * @param nodes at least two, in file order
 * @param ports all of {@link DatabaseKind#ports()}, by name
 * @param domain suffix of a node's id in the name that the database uses
 * @param install absolute path of the files' folder on each machine
 * @param joined ids of the nodes that were not in the first run; empty in a new cluster
 * @param voters numbers of the nodes that an earlier run made {@link Database#voters}; empty in a new cluster
 */
public record Cluster(
        DatabaseKind kind,
        List<ClusterNode> nodes,
        Map<String, Integer> ports,
        String domain,
        String install,
        Preset preset,
        Set<String> joined,
        Set<Integer> voters) {
    public Cluster {
        nodes = List.copyOf(nodes);
        ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
        joined = Set.copyOf(joined);
        voters = Set.copyOf(voters);
    }

    /** Returns the cluster of a later run. */
    public Cluster continued(Set<String> joinedIds, Set<Integer> voterNumbers) {
        return new Cluster(kind, nodes, ports, domain, install, preset, joinedIds, voterNumbers);
    }

    /** @throws IllegalArgumentException if the database has no port of that name */
    public int port(String name) {
        Integer port = ports.get(name);
        if (port == null) {
            throw new IllegalArgumentException("no port " + name + ", expected one of " + ports.keySet());
        }
        return port;
    }

    /** Returns the name of a node in the database's own configuration, such as {@code kafka-1.narrows.internal}. */
    public String name(ClusterNode node) {
        return node.id() + "." + domain;
    }

    /** Returns all nodes but one. */
    public List<ClusterNode> others(ClusterNode node) {
        return nodes.stream().filter(other -> !other.equals(node)).toList();
    }

    /** Returns the ids of all nodes, separated by commas. */
    public String ids() {
        return nodes.stream().map(ClusterNode::id).collect(Collectors.joining(", "));
    }
}

package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.Comment;
import java.util.List;
import java.util.stream.Collectors;

/** Lines of a hosts file that map the names of all nodes to their loopback addresses. */
final class HostsText {
    private HostsText() {}

    static List<String> lines(Cluster cluster) {
        return cluster.nodes().stream()
                .map(node -> node.loopback() + "  " + cluster.name(node))
                .toList();
    }

    static String of(Cluster cluster) {
        return Comment.text(
                        "",
                        "Lines for /etc/hosts, the same on all machines. The database listens on its own node's"
                                + " address; the sidecar listens on those of the other nodes.")
                + lines(cluster).stream().map(line -> line + "\n").collect(Collectors.joining());
    }
}

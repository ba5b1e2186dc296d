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
                        "Lines for /etc/hosts, the same on all machines. At its own address the database itself listens, at those"
                                + " of the others the sidecar does.")
                + lines(cluster).stream().map(line -> line + "\n").collect(Collectors.joining());
    }
}

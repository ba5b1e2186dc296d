package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.cli.generate.database.SettingsFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Short instructions for the operator about generated files. */
public final class Instructions {
    private Instructions() {}

    /** @param made the ids of the nodes with new certificates */
    public static String of(Cluster cluster, Path out, List<String> made, Layout layout) {
        StringBuilder text = new StringBuilder();
        text.append("%s: %d nodes (%s), %d new certificates\n\n"
                .formatted(out, cluster.nodes().size(), cluster.kind(), made.size()));
        int width = cluster.nodes().stream()
                .mapToInt(node -> folder(out, node).length())
                .max()
                .orElse(0);
        for (ClusterNode node : cluster.nodes()) {
            text.append("%s  copy to %s on %s\n"
                    .formatted(
                            String.format("%-" + width + "s", folder(out, node)), cluster.install(), node.address()));
        }
        text.append("\nThen on each machine, in that folder:\n");
        if (cluster.kind().database().usesNames()) {
            text.append("  add the lines in hosts to /etc/hosts\n");
        }
        String settings = cluster
                .kind()
                .database()
                .settings(cluster, cluster.nodes().get(0))
                .stream()
                .map(SettingsFile::name)
                .collect(Collectors.joining(" and "));
        text.append("  copy the lines in ").append(settings).append(" to the database's own configuration\n");
        text.append("  narrows check --config ")
                .append(cluster.install())
                .append("/narrows.yaml")
                .append(layout == Layout.SHARED ? " --node ID" : "")
                .append('\n');
        text.append("  start the sidecar, then the database\n\n");
        text.append(out.resolve(OutputTree.AUTHORITY).resolve(Authority.KEY))
                .append(" signs certificates. Keep it safe; no node needs it.\n");
        text.append("To check all files against each other: narrows check --all ")
                .append(out)
                .append('\n');
        return text.toString();
    }

    private static String folder(Path out, ClusterNode node) {
        return out.resolve(node.id()) + "/";
    }
}

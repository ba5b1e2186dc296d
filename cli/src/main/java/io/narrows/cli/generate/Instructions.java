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
    public static String of(Cluster cluster, Path out, List<String> made) {
        StringBuilder text = new StringBuilder();
        text.append("%s: %d nodes of %s, %d new certificates\n\n"
                .formatted(out, cluster.nodes().size(), cluster.kind(), made.size()));
        int width = cluster.nodes().stream()
                .mapToInt(node -> folder(out, node).length())
                .max()
                .orElse(0);
        for (ClusterNode node : cluster.nodes()) {
            text.append("%s  to %s on %s\n"
                    .formatted(
                            String.format("%-" + width + "s", folder(out, node)), cluster.install(), node.address()));
        }
        text.append("\nOn each machine, from its folder:\n");
        if (cluster.kind().database().usesNames()) {
            text.append("  add the lines of hosts to /etc/hosts\n");
        }
        String settings = cluster
                .kind()
                .database()
                .settings(cluster, cluster.nodes().get(0))
                .stream()
                .map(SettingsFile::name)
                .collect(Collectors.joining(" and "));
        text.append("  take the lines of ").append(settings).append(" into the database's own settings\n");
        text.append("  narrows check --config ").append(cluster.install()).append("/narrows.yaml\n");
        text.append("  start the sidecar, then the database\n\n");
        text.append(out.resolve(OutputTree.AUTHORITY).resolve(Authority.KEY))
                .append(" signs certificates: no node needs it, keep it safe.\n");
        text.append("All files against each other: narrows check --all ")
                .append(out)
                .append('\n');
        return text.toString();
    }

    private static String folder(Path out, ClusterNode node) {
        return out.resolve(node.id()) + "/";
    }
}

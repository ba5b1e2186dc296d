package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.cli.generate.database.Comment;
import io.narrows.cli.generate.database.SettingsFile;
import java.util.Map;
import java.util.TreeMap;

/** Generates the files of all nodes except certificates. The same cluster always produces the same bytes. */
final class NodeFiles {
    static final String SIDECAR = "narrows.yaml";
    static final String HOSTS = "hosts";
    static final String ENVIRONMENT = "environment";

    private NodeFiles() {}

    /** Returns the content of each file by its path in the output folder. */
    static Map<String, String> of(Cluster cluster, Layout layout) {
        Map<String, String> files = new TreeMap<>();
        for (ClusterNode node : cluster.nodes()) {
            String folder = node.id() + "/";
            switch (layout) {
                case SHARED -> {
                    files.put(folder + SIDECAR, SharedText.of(cluster));
                    files.put(folder + ENVIRONMENT, environment(node));
                }
                case PER_NODE -> files.put(folder + SIDECAR, SidecarText.of(cluster, node));
            }
            if (cluster.kind().database().usesNames()) {
                files.put(folder + HOSTS, HostsText.of(cluster));
            }
            for (SettingsFile file : cluster.kind().database().settings(cluster, node)) {
                files.put(folder + file.name(), file.text());
            }
        }
        return files;
    }

    private static String environment(ClusterNode node) {
        return Comment.text("", "The node that the sidecar of this machine is; narrows.service reads this file.")
                + SharedText.NODE_VARIABLE + "=" + node.id() + "\n";
    }
}

package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.cli.generate.database.Comment;
import io.narrows.cli.generate.database.Database;
import io.narrows.cli.generate.database.Service;

/** Generates the configuration of one sidecar, with comments that explain the settings of its database. */
final class SidecarText {
    private final Cluster cluster;
    private final Database database;
    private final ClusterNode node;
    private final ConfigText text;

    private SidecarText(Cluster cluster, ClusterNode node) {
        this.cluster = cluster;
        this.database = cluster.kind().database();
        this.node = node;
        this.text = new ConfigText(cluster);
    }

    static String of(Cluster cluster, ClusterNode node) {
        SidecarText writer = new SidecarText(cluster, node);
        writer.write();
        return writer.text.toString();
    }

    private void write() {
        text.introduction(
                "the sidecar of " + node.id() + ", one of " + cluster.nodes().size() + " nodes (" + cluster.ids()
                        + "). Written by narrows generate --per-node; narrows check --all compares the files of all nodes with each"
                        + " other.",
                database.settings(cluster, node));
        text.append("node: {id: %s, %s}\n\n".formatted(ConfigText.scalar(node.id()), ConfigText.place(node)));
        text.comment("The certificate contains the id: subjectAltName = DNS:" + node.id()
                + ". Relative paths are relative to the folder of this file.");
        text.link(Layout.PER_NODE.certificate(node.id()), Layout.PER_NODE.key(node.id()));
        targets();
        peers();
        text.comment(
                database.usesNames()
                        ? "The addresses to which /etc/hosts maps the names of the other nodes."
                        : "The addresses by which the database knows the other nodes.");
        text.capture(cluster.others(node));
        text.policy();
    }

    private void targets() {
        text.comment("Services that peers reach on this node. The names are the same on all nodes.");
        text.append("targets:\n");
        for (Service service : database.services()) {
            text.append(Comment.text("  ", purpose(service)));
            text.append("  %s: %s\n".formatted(service.target(), node.at(database.port(cluster, node, service))));
        }
        text.append("\n");
    }

    private String purpose(Service service) {
        return service.purpose()
                + (database.offers(cluster, node, service) ? "" : " Not on this node: no peer connects to it here.");
    }

    private void peers() {
        text.comment("The real addresses of the other machines appear only in \"link\".");
        text.append("peers:\n");
        for (ClusterNode peer : cluster.others(node)) {
            text.append("  - {id: %s, %s, link: %s}\n"
                    .formatted(
                            ConfigText.scalar(peer.id()),
                            ConfigText.place(peer),
                            ConfigText.scalar(peer.machine(text.linkPort()))));
        }
        text.append("\n");
    }
}

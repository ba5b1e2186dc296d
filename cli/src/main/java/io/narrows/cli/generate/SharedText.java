package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.cli.generate.database.Database;
import io.narrows.cli.generate.database.Service;
import java.util.List;
import java.util.stream.Collectors;

/** Generates the configuration that the sidecars of all nodes share. */
final class SharedText {
    /** The environment variable that says which of the nodes this is. */
    static final String NODE_VARIABLE = "NODE_ID";

    private final Cluster cluster;
    private final Database database;
    private final ConfigText text;

    private SharedText(Cluster cluster) {
        this.cluster = cluster;
        this.database = cluster.kind().database();
        this.text = new ConfigText(cluster);
    }

    static String of(Cluster cluster) {
        SharedText writer = new SharedText(cluster);
        writer.write();
        return writer.text.toString();
    }

    private void write() {
        text.introduction(
                "the sidecars of " + cluster.nodes().size() + " nodes (" + cluster.ids()
                        + "). The same file on all of them: " + NODE_VARIABLE
                        + " in the environment, or --node, says which"
                        + " one this is. Written by narrows generate, and the database's settings with it.",
                List.of());
        text.append("node: \"${" + NODE_VARIABLE + ":-}\"\n\n");
        nodes();
        text.comment(
                "Each node has its own certificate with its id: subjectAltName = DNS:ID. Relative paths are relative to"
                        + " the folder of this file.");
        text.link(Layout.SHARED.certificate(""), Layout.SHARED.key(""));
        text.comment("All targets are in nodes, since each node has its own loopback address.");
        text.append("targets: {}\n\n");
        text.comment((database.usesNames()
                        ? "The addresses to which /etc/hosts maps the names of the nodes."
                        : "The addresses by which the database knows the nodes.")
                + " On each node, the database itself listens on its own, and the sidecar on the others.");
        text.capture(cluster.nodes());
        text.policy();
    }

    private void nodes() {
        text.comment(
                "The real addresses of the machines appear only in \"link\". The targets are the services that peers"
                        + " reach on a node:");
        for (Service service : database.services()) {
            text.comment(service.target() + ": " + service.purpose());
        }
        text.append("nodes:\n");
        for (ClusterNode node : cluster.nodes()) {
            text.append("  - {id: %s, %s, link: %s,\n     targets: {%s}}\n"
                    .formatted(
                            ConfigText.scalar(node.id()),
                            ConfigText.place(node),
                            ConfigText.scalar(node.machine(text.linkPort())),
                            targets(node)));
        }
        text.append("\n");
    }

    private String targets(ClusterNode node) {
        return database.services().stream()
                .filter(service -> database.offers(cluster, node, service))
                .map(service -> service.target() + ": " + node.at(database.port(cluster, node, service)))
                .collect(Collectors.joining(", "));
    }
}

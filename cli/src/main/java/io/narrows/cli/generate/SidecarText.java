package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.cli.generate.database.Comment;
import io.narrows.cli.generate.database.Database;
import io.narrows.cli.generate.database.DatabaseKind;
import io.narrows.cli.generate.database.Service;
import io.narrows.cli.generate.database.SettingsFile;
import io.narrows.config.Location;
import java.util.List;

/** Generates the configuration of one sidecar, with comments that explain the settings of its database. */
final class SidecarText {
    private static final String INDENT = "#     ";

    private final Cluster cluster;
    private final Database database;
    private final ClusterNode node;
    private final StringBuilder text = new StringBuilder();

    private SidecarText(Cluster cluster, ClusterNode node) {
        this.cluster = cluster;
        this.database = cluster.kind().database();
        this.node = node;
    }

    static String of(Cluster cluster, ClusterNode node) {
        SidecarText writer = new SidecarText(cluster, node);
        writer.introduction();
        writer.node();
        writer.targets();
        writer.peers();
        writer.capture();
        writer.policy();
        return writer.text.toString();
    }

    private void introduction() {
        comment(database.title() + ": the sidecar of " + node.id() + ", one of "
                + cluster.nodes().size() + " nodes ("
                + cluster.ids() + "). Written by narrows generate; narrows check --all compares the files of all"
                + " nodes with each other.");
        text.append("#\n");
        comment(database.addressing());
        if (database.usesNames()) {
            block("/etc/hosts", HostsText.lines(cluster));
        }
        for (SettingsFile file : database.settings(cluster, node)) {
            block(file.name(), file.lines());
        }
        for (String note : database.notes(cluster)) {
            text.append("#\n");
            comment(note);
        }
    }

    private void node() {
        text.append("version: 1\nnode: {id: %s, %s}\n\n".formatted(scalar(node.id()), place(node)));
        comment("The certificate contains the id: subjectAltName = DNS:" + node.id()
                + ". Relative paths are relative to the folder of this file.");
        text.append("link:\n  listen: 0.0.0.0:").append(linkPort()).append('\n');
        text.append("  tls: {cert: %1$s.pem, key: %1$s.key, ca: ca.pem}\n\n".formatted(node.id()));
    }

    private void targets() {
        comment("Services that peers reach on this node. The names are the same on all nodes.");
        text.append("targets:\n");
        for (Service service : database.services()) {
            text.append(Comment.text("  ", purpose(service)));
            int port = database.port(cluster, node, service);
            text.append("  ")
                    .append(service.target())
                    .append(": ")
                    .append(node.at(port))
                    .append('\n');
        }
        text.append('\n');
    }

    private String purpose(Service service) {
        return service.purpose()
                + (database.offers(cluster, node, service) ? "" : " Not on this node: no peer connects to it here.");
    }

    private void peers() {
        comment("The real addresses of the other machines appear only in \"link\".");
        text.append("peers:\n");
        for (ClusterNode peer : cluster.others(node)) {
            text.append("  - {id: %s, %s, link: %s}\n"
                    .formatted(scalar(peer.id()), place(peer), scalar(peer.machine(linkPort()))));
        }
        text.append('\n');
    }

    private void capture() {
        comment(
                database.usesNames()
                        ? "The addresses to which /etc/hosts maps the names of the other nodes."
                        : "The addresses by which the database knows the other nodes.");
        text.append("capture:\n");
        for (Service service : database.services()) {
            for (ClusterNode peer : cluster.others(node)) {
                if (database.offers(cluster, peer, service)) {
                    capture(service, peer);
                }
            }
        }
        text.append('\n');
    }

    private void capture(Service service, ClusterNode peer) {
        String trafficClass =
                service.trafficClass().map(name -> ", class: " + name).orElse("");
        text.append("  - {listen: %s, peer: %s, target: %s%s}\n"
                .formatted(
                        peer.at(database.port(cluster, peer, service)),
                        scalar(peer.id()),
                        service.target(),
                        trafficClass));
    }

    private void policy() {
        text.append("policy:\n").append(database.policy().indent(2)).append('\n');
        text.append("tariff: {preset: ").append(cluster.preset().label()).append("}\n");
        text.append("admin: {listen: 127.0.0.1:")
                .append(cluster.port(DatabaseKind.ADMIN))
                .append("}\n");
    }

    private void comment(String sentences) {
        text.append(Comment.text("", sentences));
    }

    private void block(String title, List<String> lines) {
        text.append("#\n# ").append(title).append(":\n");
        lines.forEach(line -> text.append(INDENT).append(line).append('\n'));
    }

    private int linkPort() {
        return cluster.port(DatabaseKind.LINK);
    }

    private static String place(ClusterNode node) {
        Location location = node.location();
        return "region: %s, zone: %s, host: %s"
                .formatted(scalar(location.region()), scalar(location.zone()), scalar(location.host()));
    }

    /** Quotes text that YAML would interpret as a number, a keyword or an IPv6 address. */
    private static String scalar(String text) {
        boolean plain = text.matches("[A-Za-z][A-Za-z0-9._:-]*|[0-9]+(\\.[0-9]+){3}:[0-9]+")
                && !text.matches("(?i)true|false|null");
        return plain ? text : "\"" + text + "\"";
    }
}

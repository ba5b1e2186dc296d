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

/** The text of a configuration for sidecars of a cluster, as it grows; the parts that all kinds of it have. */
final class ConfigText {
    private static final String INDENT = "#     ";

    private final Cluster cluster;
    private final Database database;
    private final StringBuilder text = new StringBuilder();

    ConfigText(Cluster cluster) {
        this.cluster = cluster;
        this.database = cluster.kind().database();
    }

    /**
     * Adds the comment at the beginning.
     *
     * @param subject what the file is for, the end of a sentence
     * @param settings files of the database's settings to show
     */
    void introduction(String subject, List<SettingsFile> settings) {
        comment(database.title() + ": " + subject);
        text.append("#\n");
        comment(database.addressing());
        if (database.usesNames()) {
            block("/etc/hosts", HostsText.lines(cluster));
        }
        for (SettingsFile file : settings) {
            block(file.name(), file.lines());
        }
        for (String note : database.notes(cluster)) {
            text.append("#\n");
            comment(note);
        }
        text.append("version: 1\n");
    }

    /** Adds the link, with the names of the files for TLS. */
    void link(String certificate, String key) {
        text.append("link:\n  listen: 0.0.0.0:").append(linkPort()).append('\n');
        text.append("  tls: {cert: %s, key: %s, ca: %s}\n\n".formatted(certificate, key, Authority.CERTIFICATE));
    }

    /** Adds listeners for the services of nodes. */
    void capture(List<ClusterNode> nodes) {
        text.append("capture:\n");
        for (Service service : database.services()) {
            for (ClusterNode node : nodes) {
                if (database.offers(cluster, node, service)) {
                    capture(service, node);
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

    void policy() {
        text.append("policy:\n").append(database.policy().indent(2)).append('\n');
        text.append("tariff: {preset: ").append(cluster.preset().label()).append("}\n");
        text.append("admin: {listen: 127.0.0.1:")
                .append(cluster.port(DatabaseKind.ADMIN))
                .append("}\n");
    }

    void comment(String sentences) {
        text.append(Comment.text("", sentences));
    }

    void append(String lines) {
        text.append(lines);
    }

    private void block(String title, List<String> lines) {
        text.append("#\n# ").append(title).append(":\n");
        lines.forEach(line -> text.append(INDENT).append(line).append('\n'));
    }

    int linkPort() {
        return cluster.port(DatabaseKind.LINK);
    }

    static String place(ClusterNode node) {
        Location location = node.location();
        return "region: %s, zone: %s, host: %s"
                .formatted(scalar(location.region()), scalar(location.zone()), scalar(location.host()));
    }

    /** Quotes text that YAML would interpret as a number, a keyword or an IPv6 address. */
    static String scalar(String text) {
        boolean plain = text.matches("[A-Za-z][A-Za-z0-9._:-]*|[0-9]+(\\.[0-9]+){3}:[0-9]+")
                && !text.matches("(?i)true|false|null");
        return plain ? text : "\"" + text + "\"";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

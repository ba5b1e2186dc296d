package io.narrows.cli.generate;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.cli.generate.database.DatabaseKind;
import io.narrows.cli.generate.database.Service;
import io.narrows.config.HostPort;
import io.narrows.config.Preset;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a cluster file. Each method reports mistakes and returns empty if there are any. */
final class ClusterReader {
    static final Keys KEYS = Keys.of("the cluster file")
            .required("version", "database", "nodes")
            .optional("ports", "domain", "install", "tariff");
    static final Keys TARIFF = Keys.of("tariff").optional("preset");

    private static final String DOMAIN = "narrows.internal"; // reserved: public name servers never resolve it
    private static final String INSTALL = "/etc/narrows";
    private static final Pattern FOLDER = Pattern.compile("(/[A-Za-z0-9._-]+)+");

    private ClusterReader() {}

    static Optional<Cluster> read(YamlValue file) {
        return file.map(KEYS).flatMap(ClusterReader::cluster);
    }

    private static Optional<Cluster> cluster(YamlMap root) {
        root.read("version", value -> value.integer(1, 1, "1, the only supported version"));
        Optional<DatabaseKind> kind = root.read("database", value -> value.word(DatabaseKind.byLabel()));
        String domain = root.read("domain", ClusterReader::domain).orElse(DOMAIN);
        String install = root.read("install", ClusterReader::folder).orElse(INSTALL);
        Preset preset = root.read("tariff", ClusterReader::preset).orElse(Preset.AWS);
        boolean usesNames = kind.filter(known -> known.database().usesNames()).isPresent();
        Optional<List<ClusterNode>> nodes = root.read("nodes", new ClusterNodesReader(domain, usesNames)::read);
        return kind.flatMap(known -> ports(root, known)
                        .flatMap(ports -> nodes.map(
                                all -> new Cluster(known, all, ports, domain, install, preset, Set.of(), Set.of()))))
                .filter(cluster -> portsAreFree(root, cluster));
    }

    /** Returns whether the ports that vary by node are valid and not in use by others. */
    private static boolean portsAreFree(YamlMap root, Cluster cluster) {
        for (ClusterNode node : cluster.nodes()) {
            for (Service service : cluster.kind().database().services()) {
                int port = cluster.kind().database().port(cluster, node, service);
                Optional<String> taken = cluster.ports().entrySet().stream()
                        .filter(other ->
                                other.getValue() == port && !other.getKey().equals(service.target()))
                        .map(Map.Entry::getKey)
                        .findFirst();
                if (port > PortsReader.MAX_PORT || taken.isPresent()) {
                    root.get("ports")
                            .or(() -> root.get("nodes"))
                            .ifPresent(at -> at.wrong(
                                    service.target() + " of " + node.id() + " would have port " + port
                                            + taken.map(name -> ", which is the port of " + name)
                                                    .orElse(""),
                                    "distinct ports up to " + PortsReader.MAX_PORT));
                    return false;
                }
            }
        }
        return true;
    }

    private static Optional<Map<String, Integer>> ports(YamlMap root, DatabaseKind kind) {
        return root.has("ports") ? root.read("ports", new PortsReader(kind)::read) : Optional.of(kind.ports());
    }

    private static Optional<String> domain(YamlValue value) {
        String expected = "a domain suffix such as " + DOMAIN;
        return value.text(expected).filter(text -> {
            boolean name = isHost(text) && new HostPort(text, 0).needsResolver();
            if (!name) {
                value.wrong(Words.quote(text) + " is not a domain", expected);
            }
            return name;
        });
    }

    private static Optional<String> folder(YamlValue value) {
        String expected = "an absolute path such as " + INSTALL + ", of letters, digits, dots, dashes and underscores";
        return value.text(expected).filter(text -> {
            boolean path = FOLDER.matcher(text).matches();
            if (!path) {
                value.wrong(Words.quote(text) + " is not an absolute path", expected);
            }
            return path;
        });
    }

    private static Optional<Preset> preset(YamlValue value) {
        return value.map(TARIFF).flatMap(tariff -> tariff.read("preset", name -> name.word(Preset.BY_LABEL)));
    }

    static boolean isHost(String text) {
        try {
            return !new HostPort(text, 0).host().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}

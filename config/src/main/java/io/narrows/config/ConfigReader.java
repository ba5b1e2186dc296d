package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the whole file, section by section. An invalid section does not stop the others. */
final class ConfigReader {
    static final Keys KEYS = Keys.of("the file")
            .required("version", "link", "targets")
            .optional(
                    "node",
                    "nodes",
                    "peers",
                    "peers-from",
                    "capture",
                    "classify",
                    "policy",
                    "tariff",
                    "admin",
                    "metrics",
                    "store",
                    "grpc",
                    "dry-run",
                    "allow-downgrade",
                    "what-if",
                    "auto",
                    "dictionaries");

    private final SidecarAddresses addresses = new SidecarAddresses();
    private final ListenAddresses listens = new ListenAddresses(addresses);
    private final YamlMap root;
    private final NodeChoice choice;
    private final References names;
    private final Path folder;
    private final PlaceReader places;

    private ConfigReader(YamlMap root, NodeChoice choice, Path folder, PlatformPlace platform) {
        this.root = root;
        this.choice = choice;
        this.names = References.in(root, choice);
        this.folder = folder;
        this.places = new PlaceReader(platform);
    }

    /** Returns the configuration, which must not be used if any problem was reported. Empty only if problems were reported. */
    static Optional<Config> read(YamlValue file, NodeChoice choice, Path folder, PlatformPlace platform) {
        return file.map(KEYS).flatMap(root -> new ConfigReader(root, choice, folder, platform).read());
    }

    private Optional<Config> read() {
        root.read("version", value -> value.integer(1, 1, "1, the only supported version"));
        Optional<LinkSettings> link = root.read("link", new LinkReader(listens, folder)::read);
        DatabaseTlsReader databaseTls = new DatabaseTlsReader(folder);
        TargetsReader targetsReader = new TargetsReader(names, addresses, databaseTls);
        Optional<Map<TargetName, Target>> ofAll = root.read("targets", targetsReader::read);
        PeerSourcesReader sourcesReader = new PeerSourcesReader(folder);
        PeerDiscovery discovery =
                PeerDiscovery.from(root.read("peers-from", sourcesReader::read).orElse(List.of()));
        PeersReader peersReader = new PeersReader(names, addresses, places, targetsReader);
        Optional<Node> node;
        Optional<List<Peer>> peers;
        if (root.has("nodes")) {
            List<Peer> all = new NodesReader(root, names, choice, peersReader).read();
            node = all.stream()
                    .filter(peer -> names.isThisNode(peer.id()))
                    .findFirst()
                    .flatMap(own -> own.location().map(place -> new Node(own.id(), place)));
            peers = Optional.of(
                    all.stream().filter(peer -> !names.isThisNode(peer.id())).toList());
        } else {
            node = node();
            peers = peers(peersReader);
        }
        Optional<Map<TargetName, Target>> targets = ofAll.map(all -> Ordered.with(all, peersReader.targets()));
        CaptureReader captureReader = new CaptureReader(names, listens, databaseTls);
        List<Capture> captures = root.read("capture", captureReader::read).orElse(List.of());
        List<ClassPattern> patterns =
                root.read("classify", ClassifyReader::read).orElse(List.of());
        AutoSettings auto = root.read("auto", AutoReader::read).orElse(AutoSettings.STANDARD);
        PolicyReader policyReader = new PolicyReader(names, auto, root.has("dictionaries"));
        Policy policy = root.read("policy", policyReader::read).orElse(Policy.STANDARD);
        Tariff tariff = root.read("tariff", TariffReader::read).orElse(Tariff.STANDARD);
        DryRunReader dryRunReader = new DryRunReader(root);
        DryRun dryRun = dryRunReader.read();
        WhatIfSettings whatIf = root.read("what-if", WhatIfReader::read).orElse(WhatIfSettings.OFF);
        Optional<DictionarySettings> dictionaries = root.read("dictionaries", new DictionariesReader(folder)::read);
        AdminSettings admin = admin();
        MetricsSettings metrics = root.read("metrics", MetricsReader::read).orElse(MetricsSettings.STANDARD);
        Optional<StoreSettings> store = root.read("store", new StoreReader(names, listens, folder)::read);
        Optional<GrpcSettings> grpc =
                root.read("grpc", value -> new GrpcReader(names).read(value, peers.orElse(List.of())));
        Optional<Config> config = node.flatMap(n -> link.flatMap(l -> targets.flatMap(t -> peers.map(p -> new Config(
                n,
                l,
                t,
                p,
                discovery,
                captures,
                patterns,
                policy,
                tariff,
                admin,
                metrics,
                store,
                grpc,
                dryRun,
                whatIf,
                auto,
                dictionaries)))));
        config.ifPresent(dryRunReader::check);
        config.ifPresent(captureReader::check);
        config.ifPresent(databaseTls::check);
        config.ifPresent(peersReader::check);
        config.ifPresent(policyReader::check);
        config.ifPresent(sourcesReader::check);
        config.ifPresent(all -> new StoreChecks(root, addresses, listens, peersReader, captureReader).check(all));
        return config;
    }

    /** Reads {@code node} of a file for a single node. */
    private Optional<Node> node() {
        if (!root.has("node")) {
            root.wrong("the file has no \"node\"", "node and peers, or nodes");
        }
        Optional<Node> node = root.read("node", new NodeReader(places)::read);
        node.map(Node::id)
                .filter(id -> choice.asked()
                        .filter(asked -> !asked.equals(id.value()))
                        .isPresent())
                .ifPresent(id -> root.wrongKey(
                        "node",
                        "the file is for node " + Words.quote(id.value()) + ", but --node says "
                                + Words.quote(choice.asked().get()),
                        "--node " + id + ", or a file with nodes"));
        return node;
    }

    /** Reads the peers. A sidecar requires them or sources of them; a store may be the only member of its group. */
    private Optional<List<Peer>> peers(PeersReader reader) {
        if (root.has("peers")) {
            return root.read("peers", reader::read);
        }
        if (!root.has("store") && !root.has("peers-from")) {
            root.wrong("the file has no \"peers\"", "peers, peers-from, or a store with a single member");
        }
        return Optional.of(List.of());
    }

    private AdminSettings admin() {
        AdminReader reader = new AdminReader(listens, folder);
        return root.has("admin") ? root.read("admin", reader::read).orElse(AdminSettings.DEFAULT) : reader.standard();
    }
}

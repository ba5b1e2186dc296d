package io.narrows.config;

import io.narrows.config.yaml.Contents;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.YamlDocument;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads files that list peers, apart from the configuration: YAML or JSON, a list of link addresses, of maps with
 * {@code link}, and of groups with {@code targets} as in Prometheus' {@code file_sd} files.
 */
public final class EndpointsFile {
    /** Maximum number of peers in all files together. */
    static final int MOST = 10_000;

    private static final Contents LIST = new Contents("a list of peers", "a list of peers ([] for none)");
    private static final Keys PEER = Keys.of("peer").required("link").optional("id", "region", "zone", "host");
    private static final Keys GROUP = Keys.of("group").required("targets").optional("labels");

    private final Problems problems;
    private final Map<HostPort, ListedEndpoint> byLink = new HashMap<>();
    private final List<ListedEndpoint> all = new ArrayList<>();

    private EndpointsFile(Problems problems) {
        this.problems = problems;
    }

    /**
     * Reads the peers of all files, each once.
     *
     * @throws ConfigException if a file cannot be read or anything in it is invalid
     */
    public static List<ListedEndpoint> read(List<Path> files) throws ConfigException {
        Problems problems = new Problems();
        EndpointsFile reader = new EndpointsFile(problems);
        for (Path file : files) {
            SourceFile.read(file, LIST, problems).ifPresent(text -> reader.add(file.toString(), text));
        }
        return reader.finish();
    }

    static List<ListedEndpoint> parse(String file, String text) throws ConfigException {
        EndpointsFile reader = new EndpointsFile(new Problems());
        reader.add(file, text);
        return reader.finish();
    }

    private List<ListedEndpoint> finish() throws ConfigException {
        if (!problems.none()) {
            throw new ConfigException(problems.sorted());
        }
        return List.copyOf(all);
    }

    private void add(String file, String text) {
        YamlDocument.read(file, text, LIST, problems)
                .flatMap(root -> root.items(LIST.noun()))
                .ifPresent(items -> items.forEach(this::item));
    }

    private void item(YamlValue item) {
        if (item.find("targets").isPresent()) {
            item.map(GROUP)
                    .flatMap(group -> group.read("targets", targets -> targets.items("a list of addresses")))
                    .ifPresent(targets -> targets.forEach(this::address));
        } else if (item.unreported().entries("a map").isPresent()) {
            item.map(PEER).ifPresent(peer -> peer(item, peer));
        } else {
            address(item);
        }
    }

    private void address(YamlValue item) {
        Addresses.read(item).ifPresent(link -> add(item, link, Optional.empty(), Optional.empty()));
    }

    private void peer(YamlValue item, YamlMap peer) {
        Optional<PeerId> id = peer.read("id", Names::name).map(PeerId::new);
        Optional<Optional<Location>> location = PeersReader.location(peer);
        peer.read("link", Addresses::read).ifPresent(link -> add(item, link, id, location.flatMap(place -> place)));
    }

    private void add(YamlValue item, HostPort link, Optional<PeerId> id, Optional<Location> location) {
        ListedEndpoint next = new ListedEndpoint(link, id, location, item.place());
        ListedEndpoint first = byLink.putIfAbsent(link, next);
        if (first == null) {
            all.add(next);
            if (all.size() == MOST + 1) {
                item.wrong("more than " + MOST + " peers", "at most " + MOST + " in all files together");
            }
        } else if (!first.isSameAs(next)) {
            item.wrong(link + " is already at " + first.place() + " with a different id or location", "each link once");
        }
    }
}

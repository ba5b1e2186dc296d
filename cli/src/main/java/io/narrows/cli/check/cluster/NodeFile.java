package io.narrows.cli.check.cluster;

import io.narrows.config.Capture;
import io.narrows.config.Config;
import io.narrows.config.ConfigSource;
import io.narrows.config.ListenerCapture;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.PlatformPlace;
import io.narrows.config.SourceFile;
import io.narrows.config.yaml.Place;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.YamlDocument;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The valid configuration of one node, with the positions of its values.
 *
 * @param hosts the hosts file next to it; empty if there is none
 */
record NodeFile(Path file, Config config, Optional<HostsLines> hosts, Optional<YamlValue> root) {
    static NodeFile of(ConfigSource source, Config config) {
        Path file = source.file();
        Problems unreported = new Problems();
        Optional<YamlValue> root = SourceFile.read(file, unreported)
                .flatMap(text -> YamlDocument.read(file.toString(), text, source.environment(), unreported));
        return new NodeFile(file, config, HostsLines.beside(file), root);
    }

    PeerId id() {
        return config.node().id();
    }

    /** Returns whether both nodes have the same machine; if it is {@code auto}, each has one of its own. */
    boolean isOnMachineOf(NodeFile other) {
        Location location = config.node().location();
        return location.equals(other.config.node().location())
                && !location.host().equals(PlatformPlace.AUTO);
    }

    /** Returns the place of the value at a path of keys from the root, or of its deepest existing part. */
    Place place(String... keys) {
        Optional<YamlValue> listed = listed(id());
        if (listed.isPresent() && keys[0].equals("node")) {
            return at(listed.get(), List.of(keys).subList(1, keys.length).toArray(String[]::new));
        }
        if (keys[0].equals("targets")
                && listed.flatMap(entry -> entry.find("targets")).isPresent()) {
            return at(listed.get(), keys);
        }
        return root.map(value -> at(value, keys)).orElseGet(() -> Place.of(file.toString()));
    }

    /** Returns the place of a peer's value for a key, or of the peer if it has no such key. */
    Place peer(PeerId id, String key) {
        return Stream.concat(items("peers"), items("nodes"))
                .filter(peer -> text(peer, "id").equals(Optional.of(id.value())))
                .findFirst()
                .map(peer -> at(peer, key))
                .orElseGet(() -> place("peers")); // or the file, if it has nodes
    }

    /** Returns the place of a capture's value for a key, or of the capture if it has no such key. */
    Place capture(Capture capture, String key) {
        List<YamlValue> items = items("capture")
                .filter(item ->
                        !text(item, "peer").equals(Optional.of(id().value()))) // of other nodes, in a shared file
                .toList();
        int index = config.captures().indexOf(capture);
        return index < items.size() ? at(items.get(index), key) : place("capture");
    }

    /** Returns the listener captures in order. */
    Stream<ListenerCapture> captures() {
        return config.captures().stream().flatMap(capture -> capture.asListener().stream());
    }

    Stream<ListenerCapture> captures(PeerId peer) {
        return captures().filter(capture -> capture.peer().equals(peer));
    }

    /** Returns whether a target of this node is at a host, on any port. */
    boolean hasTargetAt(String host) {
        return config.targets().values().stream()
                .anyMatch(target -> target.address().host().equals(host));
    }

    /** Returns the entry of a node in a shared file. */
    private Optional<YamlValue> listed(PeerId node) {
        return items("nodes")
                .filter(entry -> text(entry, "id").equals(Optional.of(node.value())))
                .findFirst();
    }

    private Stream<YamlValue> items(String key) {
        return root.flatMap(value -> value.find(key)).stream().flatMap(list -> list.children().stream());
    }

    private static Optional<String> text(YamlValue map, String key) {
        return map.find(key).flatMap(value -> value.unreported().text("text"));
    }

    private static Place at(YamlValue value, String... keys) {
        YamlValue found = value;
        for (String key : keys) {
            Optional<YamlValue> next = found.find(key);
            if (next.isEmpty()) {
                break;
            }
            found = next.get();
        }
        return found.place();
    }
}

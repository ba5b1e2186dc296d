package io.narrows.config;

import io.narrows.config.yaml.Suggestion;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlEntry;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The names that other parts of the file may refer to. Collected from all readable parts, so that a mistake in a peer's
 * address does not make the peer unknown as well.
 *
 * @param node the id of this node, or empty if it could not be read
 * @param nodes ids of all nodes, for messages
 * @param shared whether all nodes share the file, so that it may refer to this node as to a peer
 * @param discovers whether there may be peers that the file does not list
 */
record References(
        String node, List<String> peers, List<String> nodes, boolean shared, boolean discovers, List<String> targets) {
    private static final int MOST_LISTED = 10;

    static References in(YamlMap root, NodeChoice choice) {
        List<String> targets = Stream.concat(
                        ahead(root, "targets").map(References::keys).orElse(List.of()).stream(),
                        ahead(root, "nodes").map(References::targetsOf).orElse(List.of()).stream())
                .distinct()
                .toList();
        boolean discovers = root.has("peers-from");
        if (root.has("nodes")) {
            String node = choice.ahead(root).orElse("");
            List<String> nodes = ahead(root, "nodes").map(References::ids).orElse(List.of());
            return new References(node, without(node, nodes), nodes, true, discovers, targets);
        }
        String node = ahead(root, "node").flatMap(References::id).orElse("");
        List<String> peers =
                without(node, ahead(root, "peers").map(References::ids).orElse(List.of()));
        List<String> nodes = Stream.concat(Stream.of(node), peers.stream()).toList();
        return new References(node, peers, nodes, false, discovers, targets);
    }

    /** Returns whether a peer in a shared file is this node, so that what it is about does not exist here. */
    boolean isThisNode(PeerId peer) {
        return shared && peer.value().equals(node);
    }

    /** Returns whether a condition in a shared file requires this node as the peer, so that it never matches here. */
    boolean isAboutThisNode(Condition condition) {
        return condition instanceof PeerCondition one && isThisNode(one.peer());
    }

    /** Reads a reference to a peer, which need not be listed if peers can be found; in a shared file, also to this node. */
    Optional<PeerId> peer(YamlValue value) {
        return peerText(value).flatMap(PeerId::of); // an id that is not a name has been reported already
    }

    /** Reads a reference to a peer or to this node, even if the id is not a valid name. */
    Optional<String> peerOrSelf(YamlValue value) {
        List<String> all = shared ? nodes : peers; // the same messages for all nodes that share the file
        Optional<String> id = value.text(oneOf("peer", all));
        return id.flatMap(name -> name.equals(node) ? id : knownPeer(value, name, all));
    }

    private Optional<String> peerText(YamlValue value) {
        if (shared) {
            return peerOrSelf(value);
        }
        String expected = oneOf("peer", peers);
        Optional<String> id = value.text(expected);
        if (id.isPresent() && id.get().equals(node)) {
            value.wrong("peer " + Words.quote(node) + " is this node itself", expected);
            return Optional.empty();
        }
        return id.flatMap(name -> knownPeer(value, name, peers));
    }

    /** Reads a reference to a peer or to this node, even if the id is not a valid name. */
    Optional<String> nodeText(YamlValue value) {
        return value.text(oneOf("node", nodes)).flatMap(name -> known(value, "node", name, nodes));
    }

    Optional<TargetName> target(YamlValue value) {
        return value.text(oneOf("target", targets))
                .flatMap(name -> known(value, "target", name, targets))
                .flatMap(TargetName::of); // a key that is not a name has been reported already
    }

    /** Returns the target that the key names; reports the key if there is none. */
    Optional<TargetName> targetKey(YamlEntry entry) {
        return known(entry.name(), "target", entry.key(), targets).flatMap(TargetName::of);
    }

    private Optional<String> knownPeer(YamlValue value, String name, List<String> listed) {
        return discovers && Names.isName(name) ? Optional.of(name) : known(value, "peer", name, listed);
    }

    private static Optional<String> known(YamlValue value, String kind, String name, List<String> names) {
        if (names.contains(name)) {
            return Optional.of(name);
        }
        value.wrong("unknown " + kind + " " + Words.quote(name) + Suggestion.after(name, names), oneOf(kind, names));
        return Optional.empty();
    }

    static String oneOf(String kind, List<String> names) {
        if (names.isEmpty()) {
            return "a " + kind + ", but the file has none";
        }
        boolean many = names.size() > MOST_LISTED;
        return many ? "one of the " + names.size() + " " + kind + "s" : "the " + kind + " " + Words.or(names);
    }

    private static Optional<YamlValue> ahead(YamlMap root, String key) {
        return root.get(key).map(YamlValue::unreported);
    }

    private static Optional<String> id(YamlValue node) {
        return node.entries("a map")
                .flatMap(entries -> entries.stream()
                        .filter(entry -> entry.key().equals("id"))
                        .findFirst()
                        .flatMap(entry -> entry.value().text("a name")));
    }

    private static List<String> without(String node, List<String> ids) {
        return ids.stream().filter(id -> !id.equals(node)).toList();
    }

    private static List<String> ids(YamlValue peers) {
        return peers.items("a list").orElse(List.of()).stream()
                .flatMap(peer -> id(peer).stream())
                .distinct()
                .toList();
    }

    private static List<String> targetsOf(YamlValue nodes) {
        return nodes.items("a list").orElse(List.of()).stream()
                .flatMap(node -> node.find("targets").stream())
                .flatMap(targets -> keys(targets.unreported()).stream())
                .toList();
    }

    private static List<String> keys(YamlValue targets) {
        return targets.entries("a map").orElse(List.of()).stream()
                .map(YamlEntry::key)
                .toList();
    }
}

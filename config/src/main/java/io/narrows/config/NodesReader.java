package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Suggestion;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Optional;

/**
 * Reads {@code nodes}, the list of all nodes in a file that they share: one of them is this node, the others are its
 * peers.
 */
final class NodesReader {
    static final Keys KEYS = Keys.of("listed node")
            .required("id", "region", "zone", "host", "link")
            .optional("addresses", "refuse-codecs", "ip", "fallback", "allow-downgrade", "targets");

    private final YamlMap root;
    private final References names;
    private final NodeChoice choice;
    private final PeersReader reader;

    NodesReader(YamlMap root, References names, NodeChoice choice, PeersReader reader) {
        this.root = root;
        this.names = names;
        this.choice = choice;
        this.reader = reader;
    }

    /** Returns all nodes, this one included. */
    List<Peer> read() {
        if (root.has("peers")) {
            root.wrongKey("peers", "both nodes and peers", "nodes, or node and peers");
        }
        checkChoice();
        return root.read("nodes", reader::readNodes).orElse(List.of());
    }

    /** Returns whether the value names no node: text without characters, from a variable that is not set. */
    static boolean isEmpty(YamlValue node) {
        return node.unreported().text("an id").equals(Optional.of(""));
    }

    private void checkChoice() {
        Optional<YamlValue> node = root.get("node").filter(value -> !isEmpty(value));
        if (node.flatMap(value -> value.unreported().entries("a map")).isPresent()) {
            node.get()
                    .wrong(
                            "node is a map, but the file has nodes",
                            "the id of one of nodes in node, or no node and --node ID");
        } else if (choice.running().isPresent()) {
            choice.running().map(PeerId::value).ifPresent(id -> checkOther(id, ", which this process runs as"));
        } else if (choice.asked().isPresent()) {
            checkOther(choice.asked().get(), " of --node");
        } else if (node.isPresent()) {
            names.nodeText(node.get());
        } else {
            root.wrongKey("nodes", "cannot tell which of nodes this is", "--node ID, or node: ID in the file");
        }
    }

    /** Checks an id that is not from the file. */
    private void checkOther(String id, String origin) {
        List<String> known = names.nodes();
        if (!known.contains(id)) {
            root.wrongKey(
                    "nodes",
                    "unknown node " + Words.quote(id) + origin + Suggestion.after(id, known),
                    References.oneOf("node", known));
        }
    }
}

package io.narrows.config;

import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.Optional;

/**
 * The choice of a node of a shared file, apart from the file's own {@code node}.
 *
 * @param asked the value of {@code --node}
 * @param running the node that this process already is, which a reload does not change
 */
record NodeChoice(Optional<String> asked, Optional<PeerId> running) {
    static final NodeChoice OF_THE_FILE = new NodeChoice(Optional.empty(), Optional.empty());

    /** Returns the id of this node, which may be wrong, without reporting anything. */
    Optional<String> ahead(YamlMap root) {
        return running.map(PeerId::value)
                .or(() -> asked)
                .or(() -> root.get("node").map(YamlValue::unreported).flatMap(node -> node.text("an id")));
    }
}

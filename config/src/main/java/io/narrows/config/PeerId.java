package io.narrows.config;

import java.util.Optional;

/**
 * The id of a node, the same in the files of all nodes.
 *
 * @param value up to 63 letters, digits, dots, dashes and underscores, a letter or digit first
 */
public record PeerId(String value) {
    /** @throws IllegalArgumentException if the text is not a valid id */
    public PeerId {
        if (!Names.isName(value)) {
            throw new IllegalArgumentException("\"" + value + "\" is not a peer id");
        }
    }

    /** Returns the id; empty if the text is not a valid one. */
    public static Optional<PeerId> of(String text) {
        return Names.isName(text) ? Optional.of(new PeerId(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}

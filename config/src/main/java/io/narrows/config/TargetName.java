package io.narrows.config;

import java.util.Optional;

/**
 * The name of a target, the same on all nodes.
 *
 * @param value up to 63 letters, digits, dots, dashes and underscores, a letter or digit first
 */
public record TargetName(String value) {
    /** @throws IllegalArgumentException if the text is not a valid name */
    public TargetName {
        if (!Names.isName(value)) {
            throw new IllegalArgumentException("\"" + value + "\" is not a target name");
        }
    }

    /** Returns the name; empty if the text is not a valid one. */
    public static Optional<TargetName> of(String text) {
        return Names.isName(text) ? Optional.of(new TargetName(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}

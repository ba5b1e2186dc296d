package io.narrows.config;

import java.util.Optional;

/**
 * What a policy chose.
 *
 * @param rule the first that matched; empty when none did, and then the compression is none
 */
public record Choice(Optional<Rule> rule, Compression compression) {
    static final Choice NO_MATCH = new Choice(Optional.empty(), Compression.NONE);

    static Choice of(Rule rule) {
        return new Choice(Optional.of(rule), rule.compression());
    }
}

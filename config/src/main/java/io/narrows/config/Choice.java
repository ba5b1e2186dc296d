package io.narrows.config;

import java.util.Optional;

/**
 * A policy's decision for one kind of traffic.
 *
 * @param rule the first rule that matched; empty if none did, in which case the compression is none
 */
public record Choice(Optional<Rule> rule, Compression compression) {
    static final Choice NO_MATCH = new Choice(Optional.empty(), Compression.NONE);

    static Choice of(Rule rule) {
        return new Choice(Optional.of(rule), rule.compression());
    }
}

package io.narrows.config;

import java.util.Optional;

/**
 * The treatment of a captured connection if the sidecar of its peer cannot be reached.
 *
 * @param allowDowngrade whether it may send in plain text what TLS has protected or would protect
 * @param rule the rule that says so; empty if the peer itself does, or nothing
 */
public record FallbackChoice(Fallback fallback, boolean allowDowngrade, Optional<Rule> rule) {
    /** The choice where the file says nothing: the connection fails. */
    public static final FallbackChoice NONE = new FallbackChoice(Fallback.NONE, false, Optional.empty());

    /** Returns the choice of a rule; empty if it leaves the choice to the rules below. */
    static Optional<FallbackChoice> of(Rule rule) {
        return rule.fallback().map(said -> new FallbackChoice(said, rule.allowDowngrade(), Optional.of(rule)));
    }

    /** Returns the choice of a peer; empty if it leaves the choice to the policy. */
    static Optional<FallbackChoice> of(Peer peer) {
        return peer.fallback().map(said -> new FallbackChoice(said, peer.allowDowngrade(), Optional.empty()));
    }

    /** Describes, in a line, what happens without the peer's sidecar, and where the file says so; empty if nowhere. */
    String toText() {
        String origin = rule.map(chosen -> "rule " + chosen.number() + " at " + chosen.place())
                .orElse("the peer");
        return switch (fallback) {
            case NONE -> rule.isEmpty() ? "" : "fallback     none, by " + origin + "\n";
            case PLAIN ->
                "fallback     plain, by " + origin + ": without a link while the peer's sidecar does not answer\n";
        };
    }
}

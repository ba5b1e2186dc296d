package io.narrows.middleware;

import io.narrows.config.Policy;
import io.narrows.config.Rule;
import io.narrows.config.Traffic;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Logs the first call without a matching rule, and the first one whose peer has no place, since both are often configuration
 * mistakes. The counters include all others. Safe for use by many threads.
 */
final class UncompressedCallLog {
    static final String NAME = "io.narrows.middleware";

    private static final System.Logger LOG = System.getLogger(NAME);

    /** Maximum number of rules printed; a policy may have hundreds. */
    private static final int MOST_RULES = 20;

    private final Policy policy;
    private final AtomicBoolean unmatched = new AtomicBoolean();
    private final AtomicBoolean unplaced = new AtomicBoolean();

    UncompressedCallLog(Policy policy) {
        this.policy = policy;
    }

    /** Logs a call that no rule matches. */
    void unmatched(String method, Traffic traffic) {
        if (!unmatched.getAndSet(true)) {
            String tier = traffic.tier().label();
            warn(
                    method,
                    "no rule of the policy matches class " + traffic.trafficClass() + " to " + traffic.peer() + " ("
                            + tier
                            + "). Rules: " + rules() + ". Add a rule, such as {tier: " + tier
                            + ", codec: zstd}, or {tier: " + tier
                            + ", codec: none} if that is intended; grpc.methods can"
                            + " give the method another class",
                    "no-rule");
        }
    }

    /** Logs a call to or from an address that belongs to no configured peer or place. */
    void unplaced(String method, @Nullable SocketAddress address) {
        if (!unplaced.getAndSet(true)) {
            warn(
                    method,
                    "no peer and no place in the configuration has the address " + address
                            + ", so no rule applies. Rules: "
                            + rules() + ". Add the address to grpc.places, or name the peer:"
                            + " narrows.to(\"ID\", channelBuilder)",
                    "unknown-peer");
        }
    }

    private static void warn(String method, String cause, String reason) {
        LOG.log(
                System.Logger.Level.WARNING,
                "messages of " + method + " are not compressed: " + cause
                        + ". Logged once; narrows_raw_frames_total{reason=\"" + reason + "\"} counts them all");
    }

    private String rules() {
        List<Rule> rules = policy.rules();
        return rules.stream().limit(MOST_RULES).map(UncompressedCallLog::text).collect(Collectors.joining("; "))
                + (rules.size() > MOST_RULES ? "; and " + (rules.size() - MOST_RULES) + " more" : "");
    }

    /** Formats a rule: {@code 2 at narrows.yaml:9:5 (tier cross-region): zstd:3}. */
    private static String text(Rule rule) {
        String conditions = rule.conditions().stream()
                .map(condition -> condition.key() + " " + String.join(", ", condition.words()))
                .collect(Collectors.joining(" and "));
        return rule.number() + " at " + rule.place() + " (" + (conditions.isEmpty() ? "all" : conditions) + "): "
                + rule.compression().spec();
    }
}

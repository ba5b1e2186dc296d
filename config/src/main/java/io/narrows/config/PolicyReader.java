package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code policy}. Rejects rules that no traffic can reach. */
final class PolicyReader {
    private final References names;
    private final RuleReader rules;

    PolicyReader(References names) {
        this.names = names;
        this.rules = new RuleReader(names);
    }

    Optional<Policy> read(YamlValue value) {
        return value.items("a list of rules").map(items -> {
            List<Rule> read = new ArrayList<>();
            for (int i = 0; i < items.size(); i++) {
                YamlValue item = items.get(i);
                rules.read(i + 1, item).ifPresent(rule -> {
                    reportUnreachable(rule, read, item);
                    read.add(rule);
                });
            }
            return new Policy(read.stream().filter(rule -> !isOfThisNode(rule)).toList());
        });
    }

    /** Returns whether a rule of a shared file is about this node as a peer, so that it never matches here. */
    private boolean isOfThisNode(Rule rule) {
        return rule.conditions().stream()
                .anyMatch(condition -> condition instanceof PeerCondition one && names.isThisNode(one.peer()));
    }

    private static void reportUnreachable(Rule rule, List<Rule> above, YamlValue item) {
        above.stream()
                .filter(earlier -> earlier.covers(rule))
                .findFirst()
                .ifPresent(earlier -> item.wrong(
                        "rule " + rule.number() + " can never match: rule " + earlier.number() + " at line "
                                + earlier.place().line() + " already matches everything that it would match",
                        "the more specific rule first"));
    }
}

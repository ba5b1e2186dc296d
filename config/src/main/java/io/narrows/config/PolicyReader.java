package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code policy}. Rejects rules that no traffic can reach. */
final class PolicyReader {
    private final References names;
    private final RuleReader rules;

    /** @param dictionaries whether the file has the section {@code dictionaries} */
    PolicyReader(References names, AutoSettings auto, boolean dictionaries) {
        this.names = names;
        this.rules = new RuleReader(names, auto, dictionaries);
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
            return new Policy(read.stream()
                    .filter(rule -> rule.conditions().stream().noneMatch(names::isAboutThisNode))
                    .toList());
        });
    }

    /** Checks what depends on other sections of the file. */
    void check(Config config) {
        rules.check(config);
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

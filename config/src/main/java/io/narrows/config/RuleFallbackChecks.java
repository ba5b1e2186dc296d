package io.narrows.config;

import io.narrows.config.yaml.YamlMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that {@code fallback: plain} of rules has addresses to go to, and may send in plain text. */
final class RuleFallbackChecks {
    private record Read(Rule rule, YamlMap map) {}

    private final List<Read> rules = new ArrayList<>();

    void remember(Rule rule, YamlMap map) {
        if (rule.fallback().isPresent()) {
            rules.add(new Read(rule, map));
        } else if (map.has("allow-downgrade")) {
            map.wrongKey("allow-downgrade", "allow-downgrade without fallback", "fallback: plain in this rule");
        }
    }

    void check(Config config) {
        for (Read read : rules) {
            if (isPlain(read)) {
                FallbackChecks.checkDowngrade(
                        read.map(),
                        FallbackChecks.KEY,
                        FallbackChecks.PLAIN,
                        config.link(),
                        read.rule().allowDowngrade(),
                        "in this rule");
            }
        }
        for (Capture capture : config.captures()) {
            capture.asListener()
                    .ifPresent(listener -> config.peer(listener.peer())
                            .filter(peer -> peer.fallback().isEmpty())
                            .ifPresent(peer -> check(config, peer, listener)));
        }
    }

    private void check(Config config, Peer peer, ListenerCapture listener) {
        for (Read read : rules) {
            Optional<Boolean> meets = meets(read.rule(), config, peer, listener.trafficClass());
            if (isPlain(read) && meets.orElse(true)) {
                FallbackChecks.checkAddress(read.map(), FallbackChecks.KEY, FallbackChecks.PLAIN, peer, listener);
            }
            if (meets.orElse(false)) {
                return;
            }
        }
    }

    /** Returns whether the rule decides for a connection; empty if that depends on a place that the peer will announce. */
    private static Optional<Boolean> meets(Rule rule, Config config, Peer peer, TrafficClass trafficClass) {
        Traffic traffic = config.trafficTo(peer, trafficClass);
        boolean placed = peer.location().isPresent();
        boolean otherwise = rule.conditions().stream()
                .filter(condition -> placed || !dependsOnPlace(condition))
                .allMatch(condition -> condition.matches(traffic));
        boolean certain = placed || rule.conditions().stream().noneMatch(RuleFallbackChecks::dependsOnPlace);
        return certain || !otherwise ? Optional.of(otherwise) : Optional.empty();
    }

    private static boolean dependsOnPlace(Condition condition) {
        return condition instanceof TierCondition || condition instanceof RegionsCondition;
    }

    private static boolean isPlain(Read read) {
        return read.rule().fallback().equals(Optional.of(Fallback.PLAIN));
    }
}

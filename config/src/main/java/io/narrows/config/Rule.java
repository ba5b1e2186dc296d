package io.narrows.config;

import io.narrows.config.yaml.Place;
import java.util.List;

/**
 * One rule of a policy. Only a rule that names the class matches encrypted traffic, since a catch-all rule should not
 * compress data that cannot shrink.
 *
 * @param number counted from 1, in file order
 * @param conditions all must match; a rule without conditions matches everything
 */
public record Rule(int number, Place place, List<Condition> conditions, Compression compression) {
    public Rule {
        conditions = List.copyOf(conditions);
    }

    public boolean matches(Traffic traffic) {
        if (traffic.trafficClass().equals(TrafficClass.ENCRYPTED) && !namesEncrypted()) {
            return false;
        }
        for (Condition condition : conditions) {
            if (!condition.matches(traffic)) {
                return false;
            }
        }
        return true;
    }

    /** Explains to people why the traffic does not match. Call only if it does not. */
    List<String> explainMiss(Traffic traffic) {
        List<String> reasons = conditions.stream()
                .filter(condition -> !condition.matches(traffic))
                .map(condition -> condition.explainMiss(traffic))
                .toList();
        return reasons.isEmpty() ? List.of("class is encrypted, which only a rule that names it compresses") : reasons;
    }

    /** Returns whether this rule matches everything that the other rule matches, judging by equal conditions. */
    boolean covers(Rule other) {
        return other.conditions.containsAll(conditions) && (namesEncrypted() || !other.namesEncrypted());
    }

    private boolean namesEncrypted() {
        return conditions.contains(ClassCondition.ENCRYPTED);
    }
}

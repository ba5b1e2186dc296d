package io.narrows.config;

import io.narrows.config.yaml.Place;
import java.util.List;

/**
 * One line of a policy. Encrypted traffic is matched only by a rule that names its class: what cannot shrink is not to be
 * compressed by a rule that was written for everything.
 *
 * @param number counted from 1, in the order of the file
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

    /** Why the traffic does not match, for people; only asked when it does not. */
    List<String> explainMiss(Traffic traffic) {
        List<String> reasons = conditions.stream()
                .filter(condition -> !condition.matches(traffic))
                .map(condition -> condition.explainMiss(traffic))
                .toList();
        return reasons.isEmpty()
                ? List.of("class is encrypted, which is compressed only by a rule that names it")
                : reasons;
    }

    /** Whether all that the other rule matches is matched by this one, as far as equal conditions show it. */
    boolean covers(Rule other) {
        return other.conditions.containsAll(conditions) && (namesEncrypted() || !other.namesEncrypted());
    }

    private boolean namesEncrypted() {
        return conditions.contains(ClassCondition.ENCRYPTED);
    }
}

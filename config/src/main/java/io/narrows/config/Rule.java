package io.narrows.config;

import io.narrows.config.yaml.Place;
import java.util.List;

/**
 * One line of a policy.
 *
 * @param number counted from 1, in the order of the file
 * @param conditions all must match; a rule without conditions matches everything
 */
public record Rule(int number, Place place, List<Condition> conditions, Compression compression) {
    public Rule {
        conditions = List.copyOf(conditions);
    }

    public boolean matches(Traffic traffic) {
        for (Condition condition : conditions) {
            if (!condition.matches(traffic)) {
                return false;
            }
        }
        return true;
    }

    /** Whether all that the other rule matches is matched by this one, as far as equal conditions show it. */
    boolean covers(Rule other) {
        return other.conditions.containsAll(conditions);
    }
}

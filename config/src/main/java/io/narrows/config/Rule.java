package io.narrows.config;

import io.narrows.config.yaml.Place;
import java.util.List;
import java.util.Optional;

/**
 * One rule of a policy. Only a rule that names the class matches encrypted traffic, since a catch-all rule should not
 * compress data that cannot shrink.
 *
 * @param number counted from 1, in file order
 * @param conditions all must match; a rule without conditions matches everything
 * @param fallback what happens to connections while the peer's sidecar cannot be reached; empty leaves it to the rules below
 * @param allowDowngrade whether the fallback may send in plain text what TLS has protected or would protect
 */
public record Rule(
        int number,
        Place place,
        List<Condition> conditions,
        Compression compression,
        Optional<Fallback> fallback,
        boolean allowDowngrade) {
    public Rule {
        conditions = List.copyOf(conditions);
    }

    /** Creates a rule that leaves the fallback to the rules below. */
    public Rule(int number, Place place, List<Condition> conditions, Compression compression) {
        this(number, place, conditions, compression, Optional.empty(), false);
    }

    public boolean matches(Traffic traffic) {
        return !isBarred(traffic) && meets(traffic);
    }

    /** Returns whether all conditions match, even for encrypted traffic, which need not be compressed to be carried. */
    boolean meets(Traffic traffic) {
        for (Condition condition : conditions) {
            if (!condition.matches(traffic)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Decides like {@link #matches}, and returns readable reasons why the traffic does not match. Each condition is evaluated
     * once.
     *
     * @return empty if the traffic matches
     */
    List<String> misses(Traffic traffic) {
        List<String> reasons = conditions.stream()
                .flatMap(condition -> condition.miss(traffic).stream())
                .toList();
        return reasons.isEmpty() && isBarred(traffic)
                ? List.of("class is encrypted, and only a rule that names that class compresses it")
                : reasons;
    }

    /** Returns whether this rule matches everything that the other rule matches, judging by equal conditions. */
    boolean covers(Rule other) {
        return other.conditions.containsAll(conditions) && (namesEncrypted() || !other.namesEncrypted());
    }

    private boolean isBarred(Traffic traffic) {
        return traffic.trafficClass().equals(TrafficClass.ENCRYPTED) && !namesEncrypted();
    }

    private boolean namesEncrypted() {
        return conditions.contains(ClassCondition.ENCRYPTED);
    }
}

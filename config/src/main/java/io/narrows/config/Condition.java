package io.narrows.config;

import java.util.List;

/**
 * One thing that a rule asks of the traffic. A new condition is one record like {@link TierCondition} and one line in
 * {@link RuleReader#CONDITIONS}.
 */
public interface Condition {
    /** The key in the file. */
    String key();

    /** What stands behind the key: one word, or the words of a list in their order. */
    List<String> words();

    boolean matches(Traffic traffic);

    /** Why the traffic does not match, for people; only asked when it does not. */
    String explainMiss(Traffic traffic);
}

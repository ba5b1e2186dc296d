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

    /**
     * Returns whether the answer for the same traffic stays the same for the life of a configuration. If not, as for a time of day,
     * links decide their policy again {@linkplain Policy#isConstant while they send}.
     */
    default boolean isConstant() {
        return true;
    }

    /** Why the traffic does not match, for people; only asked when it does not. */
    String explainMiss(Traffic traffic);
}

package io.narrows.config;

import java.util.List;

/**
 * A requirement of a rule on the traffic. To add a condition, write a record like {@link TierCondition} and add a line to
 * {@link RuleReader#CONDITIONS}.
 */
public interface Condition {
    /** Returns the key in the file. */
    String key();

    /** Returns the value of the key: one word, or the words of a list in order. */
    List<String> words();

    boolean matches(Traffic traffic);

    /**
     * Returns whether the answer for the same link and class stays the same for the life of a configuration. If not, as for a
     * time of day, links decide their policy again {@linkplain Policy#isConstant while they send}.
     */
    default boolean isConstant() {
        return true;
    }

    /** Returns a readable reason why the traffic does not match; called only if it does not. */
    String explainMiss(Traffic traffic);
}

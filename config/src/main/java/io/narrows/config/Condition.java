package io.narrows.config;

import java.util.List;
import java.util.Optional;

/**
 * A requirement of a rule on the traffic. To add a condition, write a record like {@link TierCondition} and add a line to
 * {@link RuleReader#CONDITIONS}.
 */
public interface Condition {
    /** Returns the key in the file. */
    String key();

    /** Returns the value of the key: one word, or the words of a list in order. */
    List<String> words();

    /** Returns whether {@link #miss} is empty, without the text. */
    boolean matches(Traffic traffic);

    /**
     * Returns whether the answer for the same link and class stays the same for the life of a configuration. If not, as for a
     * time of day, links decide their policy again {@linkplain Policy#isConstant while they send}.
     */
    boolean isConstant();

    /**
     * Evaluates the condition once, and returns a readable reason why the traffic does not match.
     *
     * @return empty if it matches
     */
    Optional<String> miss(Traffic traffic);
}

package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.yaml.Place;
import java.util.ArrayList;
import java.util.List;

/** The ordered rules that map traffic to compression. The first matching rule applies. */
public record Policy(List<Rule> rules) {
    /** The policy if the file has no {@code policy}. */
    public static final Policy STANDARD = new Policy(List.of(
            standard(1, Tier.SAME_HOST, CodecSpec.of(Codec.NONE)),
            standard(2, Tier.SAME_ZONE, CodecSpec.of(Codec.LZ4)),
            standard(3, Tier.CROSS_ZONE, CodecSpec.of(Codec.ZSTD, 1)),
            standard(4, Tier.CROSS_REGION, CodecSpec.of(Codec.GZIP, 6))));

    public Policy {
        rules = List.copyOf(rules);
    }

    /** Returns whether all conditions are {@linkplain Condition#isConstant constant}. */
    public boolean isConstant() {
        return rules.stream().flatMap(rule -> rule.conditions().stream()).allMatch(Condition::isConstant);
    }

    /**
     * Chooses the compression of a link. Allocates one small object, so call it when a link starts or
     * changes, not for each frame.
     */
    public Choice choose(Traffic traffic) {
        for (Rule rule : rules) {
            if (rule.matches(traffic)) {
                return Choice.of(rule);
            }
        }
        return Choice.NO_MATCH;
    }

    /**
     * Chooses what happens to a connection if the peer's sidecar cannot be reached: by the first rule that matches the
     * connection and has a fallback.
     */
    FallbackChoice fallback(Traffic traffic) {
        return rules.stream()
                .filter(rule -> rule.meets(traffic))
                .flatMap(rule -> FallbackChoice.of(rule).stream())
                .findFirst()
                .orElse(FallbackChoice.NONE);
    }

    /** Chooses like {@link #choose}, with reasons. Each reason comes from the evaluation that decided. */
    public Explanation explain(Traffic traffic) {
        List<Explanation.Miss> misses = new ArrayList<>();
        for (Rule rule : rules) {
            List<String> reasons = rule.misses(traffic);
            if (reasons.isEmpty()) {
                return new Explanation(traffic, Choice.of(rule), misses);
            }
            misses.add(new Explanation.Miss(rule, reasons));
        }
        return new Explanation(traffic, Choice.NO_MATCH, misses);
    }

    private static Rule standard(int number, Tier tier, CodecSpec spec) {
        return new Rule(number, Place.of("default policy"), List.of(new TierCondition(tier)), Compression.of(spec));
    }
}

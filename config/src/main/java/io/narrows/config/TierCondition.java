package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Optional;

/** Matches the distance between sender and peer. */
public record TierCondition(Tier tier) implements Condition {
    static final ConditionKind KIND = new ConditionKind("tier", TierCondition::read);

    private static Optional<TierCondition> read(YamlValue value, References names) {
        return value.word(Tier.BY_LABEL).map(TierCondition::new);
    }

    @Override
    public String key() {
        return KIND.key();
    }

    @Override
    public List<String> words() {
        return List.of(tier.label());
    }

    @Override
    public boolean matches(Traffic traffic) {
        return traffic.tier() == tier;
    }

    @Override
    public boolean isConstant() {
        return true;
    }

    @Override
    public Optional<String> miss(Traffic traffic) {
        return matches(traffic)
                ? Optional.empty()
                : Optional.of("tier is " + traffic.tier().label() + ", not " + tier.label());
    }
}

package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Optional;

/** Matches a traffic class. */
public record ClassCondition(TrafficClass trafficClass) implements Condition {
    static final ClassCondition ENCRYPTED = new ClassCondition(TrafficClass.ENCRYPTED);
    static final ConditionKind KIND = new ConditionKind("class", ClassCondition::read);

    private static Optional<ClassCondition> read(YamlValue value, References names) {
        return Names.trafficClass(value).map(ClassCondition::new);
    }

    @Override
    public String key() {
        return KIND.key();
    }

    @Override
    public List<String> words() {
        return List.of(trafficClass.name());
    }

    @Override
    public boolean matches(Traffic traffic) {
        return traffic.trafficClass().equals(trafficClass);
    }

    @Override
    public boolean isConstant() {
        return true;
    }

    @Override
    public Optional<String> miss(Traffic traffic) {
        return matches(traffic)
                ? Optional.empty()
                : Optional.of("class is " + traffic.trafficClass() + ", not " + trafficClass);
    }
}

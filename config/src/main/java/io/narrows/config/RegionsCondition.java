package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Optional;

/** Matches the regions of sender and peer, in that order. The reverse direction is a separate pair. */
public record RegionsCondition(String from, String to) implements Condition {
    static final ConditionKind KIND = new ConditionKind("regions", RegionsCondition::read);

    private static Optional<RegionsCondition> read(YamlValue value, References names) {
        String expected = "two regions: the sender's, then the peer's";
        Optional<List<YamlValue>> items = value.items(expected);
        if (items.isPresent() && items.get().size() != 2) {
            value.wrong("regions has " + items.get().size() + " items", expected);
            return Optional.empty();
        }
        return items.flatMap(pair -> Names.name(pair.get(0))
                .flatMap(from -> Names.name(pair.get(1)).map(to -> new RegionsCondition(from, to))));
    }

    @Override
    public String key() {
        return KIND.key();
    }

    @Override
    public List<String> words() {
        return List.of(from, to);
    }

    @Override
    public boolean matches(Traffic traffic) {
        return traffic.from().region().equals(from) && traffic.to().region().equals(to);
    }

    @Override
    public boolean isConstant() {
        return true;
    }

    @Override
    public Optional<String> miss(Traffic traffic) {
        return matches(traffic)
                ? Optional.empty()
                : Optional.of("regions are " + traffic.from().region() + " to "
                        + traffic.to().region() + ", not " + from + " to " + to);
    }
}

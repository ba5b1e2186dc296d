package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Optional;

/** Matches the node at the other end. */
public record PeerCondition(PeerId peer) implements Condition {
    static final ConditionKind KIND = new ConditionKind("peer", PeerCondition::read);

    private static Optional<PeerCondition> read(YamlValue value, References names) {
        return names.peer(value).map(PeerCondition::new);
    }

    @Override
    public String key() {
        return KIND.key();
    }

    @Override
    public List<String> words() {
        return List.of(peer.value());
    }

    @Override
    public boolean matches(Traffic traffic) {
        return traffic.peer().equals(peer);
    }

    @Override
    public boolean isConstant() {
        return true;
    }

    @Override
    public Optional<String> miss(Traffic traffic) {
        return matches(traffic) ? Optional.empty() : Optional.of("peer is " + traffic.peer() + ", not " + peer);
    }
}

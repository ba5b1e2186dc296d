package io.narrows.config;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The bundled stores of all nodes, as one of them sees them.
 *
 * @param self the store next to this sidecar
 * @param all the members in this file, including this one, in the order of their addresses, which is the same on all nodes
 */
public record StoreMembers(StoreMember self, List<StoreMember> all) {
    public StoreMembers {
        all = List.copyOf(all);
    }

    /** Returns the members' addresses for Raft. */
    public List<String> addresses() {
        return all.stream().map(member -> member.address().toString()).toList();
    }

    /** Returns the members; empty if the configuration has no store. */
    public static Optional<StoreMembers> of(Config config) {
        return config.store().map(store -> of(config, store));
    }

    private static StoreMembers of(Config config, StoreSettings store) {
        HostPort bind =
                Objects.requireNonNull(config.targets().get(store.target())).address();
        StoreMember self = new StoreMember(new HostPort(config.node().id().value(), bind.port()), bind);
        Stream<StoreMember> others = config.captures().stream()
                .flatMap(capture -> capture.asListener().stream())
                .filter(capture -> capture.target().equals(store.target()) && store.isMember(capture.peer()))
                .map(capture -> new StoreMember(new HostPort(capture.peer().value(), bind.port()), capture.listen()));
        List<StoreMember> all = Stream.concat(Stream.of(self), others)
                .sorted(Comparator.comparing(member -> member.address().toString()))
                .toList();
        return new StoreMembers(self, all);
    }
}

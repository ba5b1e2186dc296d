package io.narrows.cli.node;

import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.config.StoreMember;
import io.narrows.config.StoreMembers;
import io.narrows.config.StoreProcess;
import io.narrows.config.StoreSettings;
import java.util.Optional;

/** Describes the store of a configuration. */
public final class StoreText {
    private StoreText() {}

    /** Returns the output of {@code check} about the store, a line per member; empty without a store. */
    public static String of(Config config) {
        return StoreMembers.of(config)
                .map(members -> text(config.store().orElseThrow(), members))
                .orElse("");
    }

    /** Returns the line of {@code explain} about a peer that is a member; empty for others. */
    public static String ofPeer(Config config, PeerId peer) {
        Optional<StoreMembers> members = StoreMembers.of(config);
        return members.stream()
                .flatMap(all -> all.all().stream())
                .filter(member -> member.address().host().equalsIgnoreCase(peer.value()))
                .map(member -> "store        " + way(member) + "\n")
                .findFirst()
                .orElse("");
    }

    private static String text(StoreSettings store, StoreMembers members) {
        StringBuilder text = new StringBuilder("store " + store.name() + " in " + store.dataDir() + ", "
                + (store.process() == StoreProcess.SHARED ? "started by narrows run" : "started by narrows node")
                + (store.join() ? ", joins a running group" : "") + "\n");
        text.append("  clients  ")
                .append(String.join(" ", store.clients().advertised()))
                .append('\n');
        for (StoreMember member : members.all()) {
            text.append("  member   ")
                    .append(
                            member.equals(members.self())
                                    ? member.address() + " listens on " + member.via()
                                    : way(member))
                    .append('\n');
        }
        return text.toString();
    }

    private static String way(StoreMember member) {
        return member.address() + " through the capture on " + member.via();
    }
}

package io.narrows.node.replica;

import io.narrows.node.command.Question;
import io.narrows.node.command.Standing;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Detects that the group has removed this member. Other members send nothing to a removed member, so it asks them whenever
 * it has no leader; only a leader confirmed by a majority may report the removal. Until then the member keeps participating,
 * because the removal may need its vote.
 */
final class RemovalWatch {
    private static final Duration ASKING = Duration.ofSeconds(2);

    private final RaftSettings settings;
    private final OtherMembers others;
    private final BooleanSupplier hasLeader;
    private final Supplier<Collection<String>> known;
    private final Runnable removed;

    /**
     * @param hasLeader whether this member knows a leader
     * @param known peer addresses of the members known to this member
     * @param removed runs when the group has removed this member; may run more than once
     */
    RemovalWatch(
            RaftSettings settings,
            OtherMembers others,
            BooleanSupplier hasLeader,
            Supplier<Collection<String>> known,
            Runnable removed) {
        this.settings = settings;
        this.others = others;
        this.hasLeader = hasLeader;
        this.known = known;
        this.removed = removed;
    }

    /** Asks the other members if there is no leader. To be called periodically. */
    void look() {
        if (hasLeader.getAsBoolean()) {
            return;
        }
        Question question =
                Question.newBuilder().setStanding(settings.peerAddress()).build();
        Set<String> asked = new LinkedHashSet<>(known.get());
        asked.addAll(settings.members());
        asked.remove(settings.peerAddress());
        asked.forEach(other -> others.ask(other, question, ASKING).thenAccept(answer -> take(answer.getStanding())));
    }

    private void take(Standing standing) {
        if (standing.getVoters() > 0 && !standing.getMember() && !standing.getConfigured()) {
            removed.run();
        }
    }
}

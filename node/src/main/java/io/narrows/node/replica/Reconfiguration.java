package io.narrows.node.replica;

import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Members;
import io.narrows.node.command.Question;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.MemberIds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aligns Raft's configuration with the member list, which is part of the replicated state. The leader does so, one member at
 * a time, and retries until they agree. An added voter does not count until it has started and caught up, so adding one that
 * never starts does not endanger the group. A learner enters the configuration immediately, because it never counts.
 *
 * <p>A promoted learner is removed as a learner and then added as a voter, because SOFAJRaft refuses to do both in one step.
 * It keeps its log in between, so it catches up immediately.
 */
final class Reconfiguration implements ChangeListener {
    private static final Logger LOG = LoggerFactory.getLogger(Reconfiguration.class);
    private static final long RETRY_SECONDS = 1;
    private static final Duration ASKING = Duration.ofSeconds(2);

    private final RaftSettings settings;
    private final Keyspace keyspace;
    private final ScheduledExecutorService executor;
    private final AtomicBoolean planned = new AtomicBoolean();
    private final AtomicBoolean changing = new AtomicBoolean();
    private int attempts;
    private volatile @Nullable Group group;
    private volatile boolean leading;

    private record Group(Consensus consensus, Replica replica, OtherMembers others) {}

    /** @param executor has one thread */
    Reconfiguration(RaftSettings settings, Keyspace keyspace, ScheduledExecutorService executor) {
        this.settings = settings;
        this.keyspace = keyspace;
        this.executor = executor;
    }

    /** Sets the collaborators, once; this object does nothing before that. */
    void use(Consensus started, Replica of, OtherMembers through) {
        group = new Group(started, of, through);
        plan(0);
    }

    void lead() {
        leading = true;
        plan(0);
    }

    void follow() {
        leading = false;
    }

    @Override
    public void membersChanged() {
        plan(0);
    }

    private void plan(long seconds) {
        if (leading && !executor.isShutdown() && planned.compareAndSet(false, true)) {
            executor.schedule(this::bringAbout, seconds, TimeUnit.SECONDS);
        }
    }

    private void bringAbout() {
        planned.set(false);
        Group known = group;
        if (!leading || known == null || !changing.compareAndSet(false, true)) {
            return; // the change in progress plans the next one
        }
        CompletableFuture<Boolean> step;
        try {
            step = step(known);
        } catch (IOException | RuntimeException e) {
            step = CompletableFuture.failedFuture(e);
        }
        step.whenComplete((changed, failure) -> {
            changing.set(false);
            if (failure != null) {
                LOG.atDebug()
                        .addKeyValue("reason", Failures.cause(failure).getMessage())
                        .log("cannot change the Raft configuration yet");
                plan(RETRY_SECONDS);
            } else if (changed) {
                plan(0);
            }
        });
    }

    /** Changes one member. Completes with false if nothing is left to do. */
    private CompletableFuture<Boolean> step(Group group) throws IOException {
        RaftMembers wanted = RaftMembers.of(keyspace.members());
        RaftMembers present = group.consensus.members();
        if (wanted.voters().isEmpty()) {
            return group.replica.propose(bootstrap(present.voters())).thenApply(done -> false);
        }
        List<String> formerLearners = without(present.learners(), wanted.learners());
        if (!formerLearners.isEmpty()) {
            return removeLearner(group, formerLearners.get(0));
        }
        Optional<String> removal = removal(wanted, present);
        if (removal.isPresent()) {
            return remove(group, removal.get());
        }
        List<String> newLearners = without(wanted.learners(), present.learners());
        newLearners.removeAll(present.voters());
        if (!newLearners.isEmpty()) {
            return addLearner(group, newLearners.get(0));
        }
        List<String> additions = without(wanted.voters(), present.voters());
        if (!additions.isEmpty()) {
            return add(
                    group,
                    additions.get(attempts++ % additions.size())); // a member that is not running must not block others
        }
        return CompletableFuture.completedFuture(false);
    }

    /**
     * Returns the next voter to remove: this member last, and not while it is the only one, in which case another one leads.
     */
    private Optional<String> removal(RaftMembers wanted, RaftMembers present) {
        List<String> removals = without(present.voters(), wanted.voters());
        Optional<String> other =
                removals.stream().filter(address -> !isSelf(address)).findFirst();
        return other.isPresent() || present.voters().size() == 1
                ? other
                : removals.stream().findFirst();
    }

    private boolean isSelf(String address) {
        return address.equals(settings.peerAddress());
    }

    private CompletableFuture<Boolean> remove(Group group, String address) {
        LOG.atInfo().addKeyValue("member", address).log("removing a member from the Raft configuration");
        return group.consensus.remove(address).thenApply(done -> true);
    }

    /**
     * Asks the member first, because SOFAJRaft logs an error for each member that it cannot reach, and a member need not be
     * running yet.
     *
     * <p>Then appends an entry without changes. SOFAJRaft 1.4.1 only notices that a member has caught up when the member
     * acknowledges entries. A member that already has all of them, such as a promoted learner, may have acknowledged them
     * before SOFAJRaft starts waiting for it, which would then wait for the next write.
     */
    private CompletableFuture<Boolean> add(Group group, String address) {
        Question question =
                Question.newBuilder().setStanding(settings.peerAddress()).build();
        return group.others
                .askAsApplied(address, question, ASKING)
                .thenComposeAsync(begun -> addVoter(group, address), executor);
    }

    private CompletableFuture<Boolean> addVoter(Group group, String address) {
        LOG.atInfo().addKeyValue("member", address).log("adding a member to the Raft configuration");
        CompletableFuture<Void> added = group.consensus.add(address);
        group.replica.propose(
                bootstrap(group.consensus.members().voters())); // has no effect, because the group has members
        return added.thenApply(done -> true);
    }

    private CompletableFuture<Boolean> addLearner(Group group, String address) {
        LOG.atInfo().addKeyValue("member", address).log("adding a learner to the Raft configuration");
        return group.consensus.addLearner(address).thenApply(done -> true);
    }

    private CompletableFuture<Boolean> removeLearner(Group group, String address) {
        LOG.atInfo().addKeyValue("member", address).log("removing a learner from the Raft configuration");
        return group.consensus.removeLearner(address).thenApply(done -> true);
    }

    private static List<String> without(Set<String> all, Set<String> those) {
        Set<String> rest = new LinkedHashSet<>(all);
        rest.removeAll(those);
        return new ArrayList<>(rest);
    }

    private Command bootstrap(Set<String> peers) {
        List<MemberRecord> members = peers.stream()
                .map(peer -> MemberRecord.newBuilder()
                        .setId(MemberIds.ofMember(settings.cluster(), peer))
                        .setPeerAddress(peer)
                        .build())
                .toList();
        return Command.newBuilder()
                .setBootstrap(Members.newBuilder().addAllMembers(members))
                .build();
    }
}

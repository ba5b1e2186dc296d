package io.narrows.node.lease;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.LeaseCheckpoint;
import io.narrows.node.command.LeaseCheckpoints;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.LeaseTimeToLiveResponse;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.LeaseRecord;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.CommandVersions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the {@link LeaseClock} in sync with the applied state, answers questions about leases, proposes to revoke expired
 * ones and periodically proposes checkpoints of the remaining times.
 */
public final class Lessor implements ChangeListener {
    /** Limit per clock check, so that a burst of expirations does not starve other commands. */
    private static final int MOST_REVOKED = 500;

    /** Checkpoints per command, as in etcd. */
    private static final int MOST_CHECKPOINTED = 1_000;

    private static final long NOT_THERE = -1;
    private static final Logger LOG = LoggerFactory.getLogger(Lessor.class);

    private final LeaseClock clock;
    private final Keyspace keyspace;
    /**
     * Held from reading the clock until the resulting command is proposed, so that the log has checkpoints in the clock's
     * order.
     */
    private final Object checkpoints = new Object();

    public Lessor(LeaseClock clock, Keyspace keyspace) {
        this.clock = clock;
        this.keyspace = keyspace;
        replaced();
    }

    public void lead() {
        clock.lead();
    }

    public void follow() {
        clock.follow();
    }

    @Override
    public void leaseGranted(long id, long ttl) {
        clock.grant(id, ttl);
    }

    @Override
    public void leaseRevoked(long id) {
        clock.revoke(id);
    }

    @Override
    public void leaseCheckpointed(long id, long remainingTtl) {
        clock.checkpointed(id, remainingTtl);
    }

    @Override
    public void replaced() {
        try {
            clock.reset(keyspace.leases());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Answers a question from the clock. Fails with LEADER_CHANGED if this member does not lead.
     *
     * @param propose proposes a command without waiting, in call order; used when a renewal clears a checkpoint
     */
    public CompletableFuture<Answer> answer(Question question, Function<Command, CompletableFuture<Outcome>> propose) {
        if (!clock.isLeading()) {
            return CompletableFuture.failedFuture(new EtcdException(EtcdError.LEADER_CHANGED));
        }
        return question.hasKeepAlive()
                ? keepAlive(question.getKeepAlive().getID(), propose)
                : CompletableFuture.completedFuture(
                        timeToLive(question.getTimeToLive().getID()));
    }

    /** Proposes to revoke expired leases; those not revoked yet are proposed again next time. */
    public void revokeExpired(Consumer<Command> propose) {
        List<Long> expired = clock.expired(MOST_REVOKED);
        for (long id : expired) {
            propose.accept(Command.newBuilder()
                    .setRevoke(LeaseRevokeRequest.newBuilder().setID(id))
                    .build());
        }
    }

    /**
     * Proposes the remaining times of leases that were not renewed in the last minutes, so that the next leader does not
     * give them their whole TTL again.
     *
     * @param propose as in {@link #answer}
     */
    public void checkpoint(Consumer<Command> propose) {
        try {
            if (keyspace.groupVersion() < CommandVersions.of(checkpoint(List.of()))) {
                return;
            }
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("cannot read the group's version; not checkpointing leases");
            return;
        }
        synchronized (checkpoints) {
            List<LeaseRecord> due = clock.beginCheckpoints(MOST_CHECKPOINTED);
            if (!due.isEmpty()) {
                propose.accept(checkpoint(due));
            }
        }
    }

    private CompletableFuture<Answer> keepAlive(long id, Function<Command, CompletableFuture<Outcome>> propose) {
        Answer answer;
        CompletableFuture<Outcome> cleared;
        synchronized (checkpoints) {
            OptionalLong ttl = clock.keepAlive(id);
            answer = keptAlive(id, ttl);
            if (ttl.isEmpty() || !clock.beginClearing(id)) {
                return CompletableFuture.completedFuture(answer);
            }
            cleared = propose.apply(checkpoint(List.of(LeaseRecord.granted(id, 0))));
        }
        return cleared.thenApply(agreed -> answer);
    }

    private static Answer keptAlive(long id, OptionalLong ttl) {
        return Answer.newBuilder()
                .setKeepAlive(LeaseKeepAliveResponse.newBuilder().setID(id).setTTL(ttl.orElse(0)))
                .build();
    }

    private static Command checkpoint(List<LeaseRecord> leases) {
        LeaseCheckpoints.Builder all = LeaseCheckpoints.newBuilder();
        leases.forEach(lease -> all.addCheckpoints(
                LeaseCheckpoint.newBuilder().setId(lease.id()).setRemainingTtl(lease.remainingTtl())));
        return CommandVersions.stamped(Command.newBuilder().setCheckpoint(all).build());
    }

    private Answer timeToLive(long id) {
        LeaseTimeToLiveResponse.Builder response =
                LeaseTimeToLiveResponse.newBuilder().setID(id).setTTL(NOT_THERE);
        OptionalLong remaining = clock.remainingNanos(id);
        if (remaining.isPresent()) {
            response.setTTL(Duration.ofNanos(remaining.getAsLong()).toSeconds());
            clock.granted(id).ifPresent(ttl -> response.setGrantedTTL(ttl.toSeconds()));
        }
        return Answer.newBuilder().setTimeToLive(response).build();
    }
}

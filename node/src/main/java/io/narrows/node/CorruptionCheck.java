package io.narrows.node;

import io.narrows.node.MemberFindings.Finding;
import io.narrows.node.command.Command;
import io.narrows.node.command.HashClaim;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmRequest.AlarmAction;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.mvcc.CorruptLatestException;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.View;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.CommandVersions;
import io.narrows.node.thread.DaemonThreads;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects members whose keys differ. A starting member publishes, through the log, the hash of its keys at its
 * revision. Every other member compares the claim with its own hash when it applies the claim, i.e. after the same
 * entries, and raises the alarm CORRUPT for the claimant if they differ. Claims made on the other side of a compaction
 * are not comparable and are ignored. A member that finds its own family {@code latest} wrong raises the alarm for itself.
 */
final class CorruptionCheck implements ChangeListener, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(CorruptionCheck.class);
    private static final long END_SECONDS = 30;

    /**
     * Limit for all pauses between attempts to raise an alarm while this member has a leader; a much later one would surprise operators.
     * Without a leader, no alarm can be raised. A member that is cut off has none either, while its group goes on: when it has caught up,
     * it raises the alarm only if the group has done nothing that outdates the {@linkplain MemberFindings finding}.
     */
    private static final long ALARM_SECONDS = 300;

    private final Keyspace keyspace;
    private final long memberId;
    private final long alarmSeconds;
    private final MemberFindings findings;

    /** Hashing reads all keys, so hashes are computed one at a time. */
    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(1, DaemonThreads.named("narrows-hash"));

    /** The last claim that {@link #begin} has computed; used only by the executor's thread. */
    private @Nullable Command claimed;

    /** The keys of {@link #claimed}; used only by the executor's thread. */
    private @Nullable Finding claimedKeys;

    private volatile @Nullable Replica replica;

    /** @param memberId id of this member */
    CorruptionCheck(Keyspace keyspace, long memberId) {
        this(keyspace, memberId, ALARM_SECONDS);
    }

    /** @param alarmSeconds time in which to repeat attempts to raise an alarm, not counting that without a leader */
    CorruptionCheck(Keyspace keyspace, long memberId, long alarmSeconds) {
        this.keyspace = keyspace;
        this.memberId = memberId;
        this.alarmSeconds = alarmSeconds;
        this.findings = new MemberFindings(keyspace);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Sets the replica. Called once; claims received earlier are not compared. */
    void use(Replica started) {
        replica = started;
    }

    /**
     * Claims this member's hash once it has caught up with its group, or raises the alarm for itself. Repeated on failure, e.g.
     * without a leader or with a member of an older release.
     */
    void begin() {
        executor.execute(
                () -> new RepeatedAttempt("cannot claim the hash of this member's keys", this::caughtUpClaim, executor)
                        .begin());
    }

    private CompletableFuture<?> caughtUpClaim() {
        Replica started = Objects.requireNonNull(replica);
        return started.readBarrier().thenComposeAsync(caughtUp -> claimOrAlarm(started), executor);
    }

    /**
     * Proposes the claim that an earlier attempt has computed, unless a compaction has made its hash incomparable or a snapshot
     * has replaced the keys; or the alarm, after a new check of the keys.
     *
     * @throws CompletionException if nothing can be proposed yet, or the keys cannot be read
     */
    private CompletableFuture<?> claimOrAlarm(Replica started) {
        Command claim = claimed;
        Finding keys = claimedKeys;
        if (claim == null
                || keys == null
                || findings.isReplaced(keys)
                || claim.getHashClaim().getCompactRevision() != keyspace.compactRevision()) {
            keys = findings.about(memberId);
            claim = claimNow();
            if (findings.isReplaced(keys)) {
                throw new CompletionException(new IOException("a snapshot replaced the keys while they were hashed"));
            }
            claimed = claim;
            claimedKeys = keys;
        }
        return claim == null ? proposedAlarm(keys, started) : started.propose(claim);
    }

    /**
     * Returns null if the family {@code latest} is wrong.
     *
     * @throws CompletionException if nothing can be proposed yet, or the keys cannot be read
     */
    private @Nullable Command claimNow() {
        try (View view = keyspace.view()) {
            CommandVersions.admitted(claimOf(HashClaim.getDefaultInstance()), keyspace);
            HashClaim claim = HashClaim.newBuilder()
                    .setMemberId(memberId)
                    .setRevision(view.revision())
                    .setCompactRevision(view.compactRevision())
                    .setHash(view.hashWithoutLatest(0))
                    .build();
            return isLatestRight(view) ? CommandVersions.admitted(claimOf(claim), keyspace) : null;
        } catch (IOException | EtcdException e) {
            throw new CompletionException(e);
        }
    }

    /** Logs an error if the family {@code latest} is wrong. */
    private boolean isLatestRight(View view) throws IOException {
        try {
            view.checkLatest();
            return true;
        } catch (CorruptLatestException e) {
            LOG.atError()
                    .setCause(e)
                    .addKeyValue("member", Long.toHexString(memberId))
                    .log("this member's keys are damaged; raising the CORRUPT alarm");
            return false;
        }
    }

    private static Command claimOf(HashClaim claim) {
        return Command.newBuilder().setHashClaim(claim).build();
    }

    @Override
    public void hashClaimed(HashClaim claim) {
        Replica started = replica;
        if (claim.getMemberId() == memberId || started == null) {
            return;
        }
        try {
            Finding other = findings.about(claim.getMemberId());
            Finding own = findings.about(memberId);
            View view = keyspace.view();
            try {
                executor.execute(() -> compare(claim, other, own, view, started));
            } catch (RejectedExecutionException e) {
                view.close(); // this member is stopping
            }
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("cannot compare hashes with another member");
        }
    }

    /** Checks both members; if both are damaged, both get the alarm. A check that fails does not prevent the other one. */
    private void compare(HashClaim claim, Finding other, Finding own, View view, Replica started) {
        try (view) {
            compareHashes(claim, other, view, started);
            checkOwnLatest(own, view, started);
        }
    }

    private void compareHashes(HashClaim claim, Finding other, View view, Replica started) {
        try {
            if (differs(claim, view)) {
                LOG.atError()
                        .addKeyValue("member", Long.toHexString(claim.getMemberId()))
                        .addKeyValue("revision", claim.getRevision())
                        .log("another member's keys differ from this member's; raising the CORRUPT alarm");
                raise(other, started);
            }
        } catch (IOException | EtcdException | RuntimeException | Error e) { // the executor would keep it to itself
            LOG.atWarn().setCause(e).log("cannot compare hashes with another member");
        }
    }

    private void checkOwnLatest(Finding own, View view, Replica started) {
        try {
            if (!isLatestRight(view)) {
                raise(own, started);
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.atWarn().setCause(e).log("cannot check the latest revisions of this member's keys");
        }
    }

    private void raise(Finding finding, Replica started) {
        new RepeatedAttempt(
                        "cannot raise the CORRUPT alarm for member " + Long.toHexString(finding.member()),
                        () -> started.readBarrier()
                                .thenComposeAsync(caughtUp -> proposedAlarm(finding, started), executor),
                        executor,
                        alarmSeconds,
                        () -> started.status().leader().isPresent())
                .begin();
    }

    /** Proposes the alarm, unless the group has changed so that it is not to be raised; called after a read barrier. */
    private CompletableFuture<?> proposedAlarm(Finding finding, Replica started) {
        try {
            return findings.warrantsAlarm(finding)
                    ? started.propose(CommandVersions.admitted(alarm(finding.member()), keyspace))
                    : CompletableFuture.completedFuture(null);
        } catch (IOException | EtcdException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void alarmRaised(AlarmMember alarm) {
        findings.alarmRaised(alarm);
    }

    @Override
    public void membersChanged() {
        findings.membersChanged();
    }

    @Override
    public void replaced() {
        findings.replaced();
    }

    private static boolean differs(HashClaim claim, View view) throws IOException, EtcdException {
        if (claim.getRevision() > view.revision()) {
            return true; // the same entries produced more revisions there
        }
        if (claim.getCompactRevision() != view.compactRevision()) {
            return false;
        }
        return claim.getHash()
                != view.hashWithoutLatest(claim.getRevision() == view.revision() ? 0 : claim.getRevision());
    }

    private static Command alarm(long memberId) {
        return Command.newBuilder()
                .setAlarm(AlarmRequest.newBuilder()
                        .setAction(AlarmAction.ACTIVATE)
                        .setMemberID(memberId)
                        .setAlarm(AlarmType.CORRUPT))
                .build();
    }

    /** Ends repeated attempts and waits for the running comparison; the keyspace is not read afterward. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().log("a hash comparison is still running");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

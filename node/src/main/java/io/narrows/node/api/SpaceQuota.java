package io.narrows.node.api;

import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmRequest.AlarmAction;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.CommandVersions;
import io.narrows.node.state.Growth;
import io.narrows.node.state.MemberIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A limit on the size of this member's database, like etcd's {@code --quota-backend-bytes}. A member that is about to
 * exceed it, or whose disk is nearly full, raises the alarm NOSPACE through the log. All members then refuse commands
 * that grow the database until the alarm is disarmed. Thread-safe.
 */
public final class SpaceQuota {
    private static final Logger LOG = LoggerFactory.getLogger(SpaceQuota.class);

    /** The engine's statistics are not refreshed for each write: bytes admitted since the last refresh are added instead. */
    private static final long FRESH_NANOS = 100_000_000;

    private final Keyspace keyspace;
    private final Replica replica;
    private final AlarmMember alarm;
    private final long bytes;
    private final BooleanSupplier diskIsLow;
    private final LongSupplier nanoTime;
    private long size;
    private long measuredAt;
    private boolean measured;

    /** The last warning, which is not repeated; empty while no alarm has to be raised, or the group has it. */
    private final AtomicReference<String> warned = new AtomicReference<>("");

    /** Whether there was a warning since the alarm was last in force: a proposal may be committed long after the last refusal. */
    private final AtomicBoolean awaited = new AtomicBoolean();

    /** The cause of the last failure to raise the alarm, which is not repeated. */
    private final AtomicReference<String> failed = new AtomicReference<>("");

    /** Whether a command was not admitted since the last look. */
    private final AtomicBoolean refused = new AtomicBoolean();

    /**
     * @param cluster name of the group
     * @param bytes at least 1
     * @param diskIsLow whether so little disk space is free that the database must not grow
     * @param nanoTime monotonic clock in nanoseconds
     */
    public SpaceQuota(
            String cluster,
            Keyspace keyspace,
            Replica replica,
            long bytes,
            BooleanSupplier diskIsLow,
            LongSupplier nanoTime) {
        if (bytes < 1) {
            throw new IllegalArgumentException("quota: " + bytes + " bytes (expected: at least 1)");
        }
        this.keyspace = keyspace;
        this.replica = replica;
        this.bytes = bytes;
        this.diskIsLow = diskIsLow;
        this.nanoTime = nanoTime;
        this.alarm = AlarmMember.newBuilder()
                .setMemberID(MemberIds.ofMember(cluster, replica.status().peerAddress()))
                .setAlarm(AlarmType.NOSPACE)
                .build();
    }

    /** Returns the maximum size of the database in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Returns whether there is room for the bytes that a command may add. */
    boolean admits(Command command) {
        long growth = Growth.of(command);
        boolean admitted = growth == 0 || !diskIsLow.getAsBoolean() && reserve(growth);
        if (!admitted) {
            refused.set(true);
        }
        return admitted;
    }

    private synchronized boolean reserve(long growth) {
        measure();
        if (growth >= bytes - size) {
            return false;
        }
        size += growth;
        return true;
    }

    private void measure() {
        long now = nanoTime.getAsLong();
        if (!measured || now - measuredAt >= FRESH_NANOS) {
            try {
                size = keyspace.sizeBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            measuredAt = now;
            measured = true;
        }
    }

    /**
     * Raises the alarm if the disk is nearly full or the database has reached the quota, which can happen even without
     * clients of this member.
     */
    public void look() {
        boolean wasRefused = refused.getAndSet(false);
        if (diskIsLow.getAsBoolean() || !reserve(0)) {
            raise();
        } else if (awaited.get() && isRaised()) {
            inForce();
        } else if (!wasRefused) {
            warned.set("");
            failed.set("");
        }
    }

    /** Raises this member's alarm unless it is already raised. Completes when the group has answered, and never fails. */
    CompletableFuture<Void> raise() {
        try {
            if (isRaised()) {
                inForce();
                return CompletableFuture.completedFuture(null);
            }
            Optional<Command> activation = admittedActivation();
            if (!warn(activation.isPresent() ? raising() : refusingHere()) || activation.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            return replica.propose(activation.get()).handle((outcome, failure) -> {
                answered(outcome, failure);
                return null;
            });
        } catch (IOException | RuntimeException e) {
            notRaised(e);
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Logs a warning unless it is the last one. Returns false, and logs none, if the alarm has been raised meanwhile. */
    private synchronized boolean warn(String warning) throws IOException {
        if (warning.equals(warned.get())) {
            return true;
        }
        if (isRaised()) {
            inForce();
            return false;
        }
        warned.set(warning);
        awaited.set(true);
        LOG.atWarn()
                .addKeyValue("bytes", keyspace.sizeBytes())
                .addKeyValue("quota", bytes)
                .log(warning);
        return true;
    }

    private String raising() {
        return diskIsLow.getAsBoolean()
                ? "the disk is nearly full; raising NOSPACE (free disk space, then disarm the alarm)"
                : "the database has reached its quota; raising NOSPACE (compact, defragment, then disarm the alarm)";
    }

    private String refusingHere() {
        return (diskIsLow.getAsBoolean() ? "the disk is nearly full" : "the database has reached its quota")
                + "; refusing writes that grow the database on this member only: a member of an older release does not know"
                + " NOSPACE (upgrade all members)";
    }

    private boolean isRaised() {
        try {
            return keyspace.alarms().contains(alarm);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answered(@Nullable Outcome outcome, @Nullable Throwable failure) {
        if (failure != null) {
            notRaised(
                    failure instanceof CompletionException && failure.getCause() != null
                            ? failure.getCause()
                            : failure);
        } else if (outcome != null && outcome.hasRefusal()) {
            notRaised(new IOException(outcome.getRefusal().getText()));
        } else {
            inForce();
        }
    }

    private synchronized void inForce() {
        failed.set("");
        warned.set("");
        if (awaited.getAndSet(false)) {
            LOG.atWarn().log("NOSPACE is in force; refusing writes that grow the database until it is disarmed");
        }
    }

    private void notRaised(Throwable cause) {
        if (isNew(cause.toString(), failed)) {
            LOG.atWarn().setCause(cause).log("cannot raise NOSPACE; retrying");
        }
    }

    /** Returns whether a message differs from the previous one: the alarm is tried again every second, e.g. without a leader. */
    private static boolean isNew(String message, AtomicReference<String> previous) {
        return !message.equals(previous.getAndSet(message));
    }

    /** Returns the command that raises the alarm; empty if a member of an older release does not know it. */
    private Optional<Command> admittedActivation() throws IOException {
        try {
            return Optional.of(CommandVersions.admitted(activation(), keyspace));
        } catch (EtcdException e) {
            return Optional.empty();
        }
    }

    private Command activation() {
        return Command.newBuilder()
                .setAlarm(AlarmRequest.newBuilder()
                        .setAction(AlarmAction.ACTIVATE)
                        .setMemberID(alarm.getMemberID())
                        .setAlarm(alarm.getAlarm()))
                .build();
    }
}

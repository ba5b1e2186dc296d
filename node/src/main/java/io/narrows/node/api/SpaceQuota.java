package io.narrows.node.api;

import io.narrows.node.command.Command;
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
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
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
        return growth == 0 || !diskIsLow.getAsBoolean() && reserve(growth);
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
        if (diskIsLow.getAsBoolean() || !reserve(0)) {
            raise();
        }
    }

    /** Raises this member's alarm unless it is already raised. Completes when the group has answered, and never fails. */
    CompletableFuture<Void> raise() {
        try {
            if (keyspace.alarms().contains(alarm)) {
                return CompletableFuture.completedFuture(null);
            }
            Command activation = CommandVersions.admitted(activation(), keyspace);
            LOG.atWarn()
                    .addKeyValue("bytes", keyspace.sizeBytes())
                    .addKeyValue("quota", bytes)
                    .log(
                            diskIsLow.getAsBoolean()
                                    ? "the disk is nearly full; raising NOSPACE (free disk space, then disarm the alarm)"
                                    : "the database has reached its quota; raising NOSPACE (compact, defragment, then disarm"
                                            + " the alarm)");
            return replica.propose(activation).handle((outcome, failure) -> null);
        } catch (EtcdException e) {
            // A member of an older release does not know alarms: refuse growth here, without one.
            return CompletableFuture.completedFuture(null);
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().setCause(e).log("cannot raise NOSPACE; retrying");
            return CompletableFuture.completedFuture(null);
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

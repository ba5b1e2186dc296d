package io.narrows.node;

import io.narrows.node.command.Command;
import io.narrows.node.command.GroupVersion;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Outcome;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.CommandVersions;
import io.narrows.node.thread.FailureLog;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Raises the group's {@linkplain CommandVersions command version} once all members support a later one; a member that was
 * added but has not started yet delays this. The leader proposes the change. Checks once a second until the group has the
 * newest version of this release.
 */
final class VersionAgreement {
    private static final Logger LOG = LoggerFactory.getLogger(VersionAgreement.class);
    private static final long PERIOD_SECONDS = 1;

    private final Keyspace keyspace;
    private final Replica replica;
    private final ScheduledExecutorService executor;

    /** Used by one check at a time, as is the next field. */
    private final FailureLog failures = new FailureLog(LOG, "cannot raise the group's command version");

    /** The last version that was logged while this member leads; 0 for none. Proposals are repeated until the group has committed one. */
    private int logged;

    VersionAgreement(Keyspace keyspace, Replica replica, ScheduledExecutorService executor) {
        this.keyspace = keyspace;
        this.replica = replica;
        this.executor = executor;
    }

    void begin() {
        executor.execute(this::look);
    }

    private void look() {
        try {
            if (keyspace.groupVersion() >= CommandVersions.NEWEST) {
                return;
            }
            if (replica.status().leads()) {
                // After a crash, the database may lack what a member has published last.
                replica.readBarrier()
                        .thenComposeAsync(read -> propose(), executor)
                        .whenComplete((proposed, failure) -> lookLater(failure));
                return;
            }
            logged = 0;
        } catch (IOException | RuntimeException | Error e) { // the executor would keep an Error to itself
            lookLater(e);
            return;
        }
        lookLater(null);
    }

    /** @param failure of this check; null if there was none */
    private void lookLater(@Nullable Throwable failure) {
        if (executor.isShutdown()) {
            return;
        }
        if (failure != null) {
            failures.retrying(failure);
        } else {
            failures.succeeded();
        }
        executor.schedule(this::look, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    /** Completes once the proposal has an outcome; the next check reads the group's version. */
    private CompletableFuture<?> propose() {
        try {
            int version = understoodByAll(keyspace.members());
            if (version <= keyspace.groupVersion() || !replica.status().leads()) {
                return CompletableFuture.completedFuture(null);
            }
            if (version != logged) {
                logged = version;
                LOG.atInfo().addKeyValue("version", version).log("raising the group's command version");
            }
            return replica.propose(raise(version)).thenApply(VersionAgreement::accepted);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Outcome accepted(Outcome outcome) {
        if (outcome.hasRefusal()) {
            throw new CompletionException(new IOException(outcome.getRefusal().getText()));
        }
        return outcome;
    }

    /** Returns the highest version that all members support, at most that of this release; 0 for a group without members. */
    private static int understoodByAll(List<MemberRecord> members) {
        return members.stream()
                .mapToInt(MemberRecord::getCommandVersion)
                .map(version -> Math.min(CommandVersions.NEWEST, version))
                .min()
                .orElse(0);
    }

    private static Command raise(int version) {
        return CommandVersions.stamped(Command.newBuilder()
                .setRaiseVersion(GroupVersion.newBuilder().setVersion(version))
                .build());
    }
}

package io.narrows.node;

import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.CommandVersions;
import io.narrows.node.thread.FailureLog;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes this member's name, client URLs and supported commands to the group once it is a member. Retries until the
 * group has committed it, and logs failures.
 */
final class Publication {
    private static final Logger LOG = LoggerFactory.getLogger(Publication.class);
    private static final long RETRY_SECONDS = 1;

    private final NodeOptions options;
    private final Keyspace keyspace;
    private final Replica replica;
    private final ScheduledExecutorService executor;

    /** Used by one run at a time. */
    private final FailureLog failures = new FailureLog(LOG, "cannot publish this member's client URLs");

    Publication(NodeOptions options, Keyspace keyspace, Replica replica, ScheduledExecutorService executor) {
        this.options = options;
        this.keyspace = keyspace;
        this.replica = replica;
        this.executor = executor;
    }

    void begin() {
        executor.execute(this::publish);
    }

    private void publish() {
        try {
            // After a crash, the database may lack a record that this member has published with other options.
            replica.readBarrier().whenCompleteAsync((read, failure) -> afterBarrier(failure), executor);
        } catch (RuntimeException | Error e) { // the executor would keep an Error to itself
            retry(e);
        }
    }

    /** @param failure null if the database has everything that the group had committed */
    private void afterBarrier(@Nullable Throwable failure) {
        if (failure != null) {
            retry(failure);
            return;
        }
        try {
            Optional<MemberRecord> known = keyspace.member(options.peerAddress());
            if (known.isEmpty()) { // not a member yet
                retry();
                return;
            }
            MemberRecord wanted = complete(known.get());
            if (!known.get().equals(wanted)) {
                replica.propose(Command.newBuilder().setPublish(wanted).build())
                        .whenCompleteAsync((published, refusal) -> afterProposal(refusal), executor);
            }
        } catch (IOException | RuntimeException | Error e) {
            retry(e);
        }
    }

    /** Checks the result on the next run, as the group may have committed a proposal that failed. */
    private void afterProposal(@Nullable Throwable failure) {
        if (failure == null) {
            retry();
        } else {
            retry(failure);
        }
    }

    private void retry(Throwable failure) {
        if (!executor.isShutdown()) {
            failures.retrying(failure);
        }
        retry();
    }

    private void retry() {
        if (!executor.isShutdown()) {
            executor.schedule(this::publish, RETRY_SECONDS, TimeUnit.SECONDS);
        }
    }

    private MemberRecord complete(MemberRecord member) {
        return member.toBuilder()
                .setName(options.name())
                .clearClientUrls()
                .addAllClientUrls(options.clientUrls())
                .setCommandVersion(CommandVersions.NEWEST)
                .build();
    }
}

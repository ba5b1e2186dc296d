package io.narrows.node;

import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.CommandVersions;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes this member's name, client URLs and supported commands to the group once it is a member. Retries until the
 * group has committed it.
 */
final class Publication {
    private static final Logger LOG = LoggerFactory.getLogger(Publication.class);
    private static final long RETRY_SECONDS = 1;

    private final NodeOptions options;
    private final Keyspace keyspace;
    private final Replica replica;
    private final ScheduledExecutorService executor;

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
            if (replica.status().leader().isPresent()) {
                // After a crash, the database may lack a record that this member has published with other options.
                replica.readBarrier().whenCompleteAsync((read, failure) -> afterBarrier(failure == null), executor);
                return;
            }
        } catch (RuntimeException e) {
            failed(e);
        }
        retry();
    }

    /** @param passed whether the database has everything that the group had committed */
    private void afterBarrier(boolean passed) {
        try {
            Optional<MemberRecord> known = keyspace.member(options.peerAddress());
            if (passed && known.isPresent()) {
                MemberRecord wanted = complete(known.get());
                if (known.get().equals(wanted)) {
                    return;
                }
                // The result is checked on the next run.
                replica.propose(Command.newBuilder().setPublish(wanted).build());
            }
        } catch (IOException | RuntimeException e) {
            failed(e);
        }
        retry();
    }

    private static void failed(Exception cause) {
        LOG.atWarn().setCause(cause).log("cannot publish this member's client URLs; retrying later");
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

package io.narrows.node.replica;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first election after a start. SOFAJRaft waits one to two election timeouts for a leader. This member needs less once a
 * majority has connected to it: a leader among them sends heartbeats every tenth of the timeout. So it stands, once, between one
 * fifth of the timeout and the whole of it after that, at a random time, since the others are likely to have started at the same
 * moment.
 */
final class FirstElection {
    private static final Logger LOG = LoggerFactory.getLogger(FirstElection.class);

    /** Part of the election timeout that a leader gets to make itself known: two heartbeats. */
    private static final int LEAST_PART = 5;

    private final String self;
    private final Duration electionTimeout;
    private final ScheduledExecutorService executor;
    private final Set<String> present = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Supplier<Set<String>> voters;

    /** Used only by the executor's thread, as is the next field. */
    private @Nullable Runnable candidacy;

    private boolean planned;

    /** @param executor has one thread, which plans and starts the pre-vote */
    FirstElection(RaftSettings settings, ScheduledExecutorService executor) {
        this.self = settings.peerAddress();
        this.electionTimeout = settings.electionTimeout();
        this.executor = executor;
    }

    /** Called when a member has connected to this one. Does not block. */
    void connected(String member) {
        if (present.add(member) && voters != null) {
            onExecutor(this::plan);
        }
    }

    /**
     * Called once this member can vote.
     *
     * @param current returns the voters of the group; may block
     * @param preVote starts a pre-vote, unless there is a leader; run once, if a majority connects
     */
    void begin(Supplier<Set<String>> current, Runnable preVote) {
        onExecutor(() -> {
            candidacy = preVote;
            voters = current;
            plan();
        });
    }

    private void onExecutor(Runnable work) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException e) {
            // This member is stopping.
        }
    }

    private void plan() {
        Supplier<Set<String>> current = voters;
        if (current == null || planned) {
            return;
        }
        Set<String> voting = current.get();
        long reached = 1 + present.stream().filter(voting::contains).count();
        if (voting.contains(self) && 2 * reached > voting.size()) {
            planned = true;
            long least = electionTimeout.toNanos() / LEAST_PART;
            long delay = ThreadLocalRandom.current().nextLong(least, electionTimeout.toNanos());
            executor.schedule(this::stand, delay, TimeUnit.NANOSECONDS);
        }
    }

    private void stand() {
        try {
            if (candidacy != null) {
                candidacy.run();
            }
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("cannot stand for election early; waiting for the election timeout");
        }
    }
}

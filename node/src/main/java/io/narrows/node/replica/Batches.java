package io.narrows.node.replica;

import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Outcomes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Commands on their way into the log. A command that arrives while no entry of this member is in flight becomes a
 * separate entry immediately; those that arrive while one is in flight share the next entry. A busy group thus commits,
 * forces its logs and responds once for many commands, and an idle one has no delay. Allowing two entries in flight
 * reduced the writes per CPU second by a fifth in measurements. Safe for use by many threads.
 */
final class Batches {
    /** Limit on the bytes of an entry without its last command, so that heartbeats do not wait long behind it. */
    private static final int MAX_BYTES = 256 << 10;

    private final Function<Entry, CompletableFuture<Outcomes>> send;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private boolean underWay;
    private int leaders;

    /**
     * @param send commits an entry; the returned future must always complete, on a different thread than the caller's. The
     *     entry fails if it throws
     */
    Batches(Function<Entry, CompletableFuture<Outcomes>> send) {
        this.send = send;
    }

    /** Adds a command. Skips commands whose future completed (e.g. timed out) before they were sent. */
    CompletableFuture<Outcome> add(Command command) {
        Waiting added = new Waiting(command, new CompletableFuture<>());
        synchronized (this) {
            waiting.add(added);
        }
        sendNext();
        return added.outcome;
    }

    /** Handles a new leader: the entry in flight to the previous one no longer blocks the next. */
    void leaderChanged() {
        synchronized (this) {
            leaders++;
            underWay = false;
        }
        sendNext();
    }

    private void sendNext() {
        List<Waiting> batch;
        int leader;
        synchronized (this) {
            batch = underWay ? List.of() : take();
            leader = leaders;
            underWay |= !batch.isEmpty();
        }
        if (!batch.isEmpty()) {
            Entry.Builder entry = Entry.newBuilder();
            batch.forEach(one -> entry.addCommands(one.command));
            sent(entry.build()).whenComplete((outcomes, failure) -> {
                ended(leader);
                settle(batch, outcomes, failure);
            });
        }
    }

    private CompletableFuture<Outcomes> sent(Entry entry) {
        try {
            return send.apply(entry);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private List<Waiting> take() {
        List<Waiting> batch = new ArrayList<>();
        for (int bytes = 0; bytes < MAX_BYTES && !waiting.isEmpty(); ) {
            Waiting next = waiting.remove();
            if (!next.outcome.isDone()) {
                batch.add(next);
                bytes += next.command.getSerializedSize();
            }
        }
        return batch;
    }

    private void ended(int leader) {
        synchronized (this) {
            if (leader == leaders) {
                underWay = false;
            }
        }
        sendNext();
    }

    private static void settle(List<Waiting> batch, @Nullable Outcomes outcomes, @Nullable Throwable failure) {
        if (outcomes == null || failure != null) {
            fail(batch, failure == null ? new IllegalStateException("no outcomes") : failure);
        } else if (outcomes.getOutcomesCount() != batch.size()) {
            fail(
                    batch,
                    new IllegalStateException(
                            outcomes.getOutcomesCount() + " outcomes for " + batch.size() + " commands"));
        } else {
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).outcome.complete(outcomes.getOutcomes(i));
            }
        }
    }

    private static void fail(List<Waiting> batch, Throwable failure) {
        batch.forEach(waiting -> waiting.outcome.completeExceptionally(failure));
    }

    private record Waiting(Command command, CompletableFuture<Outcome> outcome) {}
}

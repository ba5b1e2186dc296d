package io.narrows.bench.raft.jraft;

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

/** A copy of the store's own for the spike.
 * Commands on their way into the log. One that comes while no entry of this member is under way is an entry by itself, at once;
 * those that come meanwhile are the next entry together. So a busy group agrees, forces its logs and answers once for many
 * commands, and an idle one waits for nothing. Two entries under way at a time measured a fifth fewer writes for each second of
 * processor time. Safe for use by many threads.
 */
final class Batches {
    /** Of an entry's commands, but for the last one: a heartbeat does not wait long behind it. */
    private static final int MAX_BYTES = 256 << 10;

    private final Function<Entry, CompletableFuture<Outcomes>> send;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private boolean underWay;
    private int leaders;

    /**
     * @param send has the group agree on an entry; what it returns completes on another thread than it was called by, and always.
     *     When it throws, the entry has failed
     */
    Batches(Function<Entry, CompletableFuture<Outcomes>> send) {
        this.send = send;
    }

    /** Who no longer waits, as his future is completed before it was sent, is not sent. */
    CompletableFuture<Outcome> add(Command command) {
        Waiting added = new Waiting(command, new CompletableFuture<>());
        synchronized (this) {
            waiting.add(added);
        }
        sendNext();
        return added.outcome;
    }

    /** Another member leads: what still is under way to the one before holds nothing up. */
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

    private static void settle(List<Waiting> batch, Outcomes outcomes, Throwable failure) {
        if (failure == null && outcomes.getOutcomesCount() != batch.size()) {
            settle(
                    batch,
                    null,
                    new IllegalStateException(
                            outcomes.getOutcomesCount() + " outcomes of " + batch.size() + " commands"));
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            if (failure == null) {
                batch.get(i).outcome.complete(outcomes.getOutcomes(i));
            } else {
                batch.get(i).outcome.completeExceptionally(failure);
            }
        }
    }

    private record Waiting(Command command, CompletableFuture<Outcome> outcome) {}
}

package io.narrows.node.replica;

import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A group whose behavior and timing are controlled by the test. */
final class PlayedGroup implements Proposer.Group {
    private final Elections elections = new Elections();
    private final AppliedIndex applied = new AppliedIndex();
    private final List<Entry> written = new ArrayList<>();
    private final List<CompletableFuture<Agreed>> replies = new ArrayList<>();
    private final List<CompletableFuture<Void>> awaited = new ArrayList<>();
    private Optional<String> leader = Optional.empty();
    private Optional<RuntimeException> failure = Optional.empty();

    /** Makes lookups of the leader throw until a leader exists. */
    synchronized void fail(RuntimeException thrown) {
        failure = Optional.of(thrown);
    }

    /** Elects a leader. */
    void lead(String member) {
        synchronized (this) {
            failure = Optional.empty();
            leader = Optional.of(member);
        }
        elections.elected();
    }

    /** Answers a write, given by its index among all. */
    void answer(int write, Agreed reply) {
        reply(write).complete(reply);
    }

    /** Fails a write, given by its index among all. */
    void refuse(int write, Exception failure) {
        reply(write).completeExceptionally(failure);
    }

    private synchronized CompletableFuture<Agreed> reply(int write) {
        return replies.get(write);
    }

    void apply(long index) {
        applied.advance(index);
    }

    /** Returns the commands of each written entry. */
    synchronized List<List<Command>> written() {
        return written.stream().map(Entry::getCommandsList).toList();
    }

    /** Completes when there have been {@code count} writes; must be called before they are made. */
    synchronized CompletableFuture<Void> writes(int count) {
        while (awaited.size() < count) {
            awaited.add(new CompletableFuture<>());
        }
        return awaited.get(count - 1);
    }

    @Override
    public synchronized Optional<String> leader() {
        failure.ifPresent(thrown -> {
            throw thrown;
        });
        return leader;
    }

    @Override
    public CompletableFuture<Void> election() {
        return elections.next();
    }

    @Override
    public CompletableFuture<Agreed> write(String member, Entry entry, Duration within) {
        CompletableFuture<Agreed> reply = new CompletableFuture<>();
        CompletableFuture<Void> told;
        synchronized (this) {
            written.add(entry);
            replies.add(reply);
            told = writes(written.size());
        }
        told.complete(null);
        return reply;
    }

    @Override
    public CompletableFuture<Void> applied(long index) {
        return applied.reached(index);
    }
}

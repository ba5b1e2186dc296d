package io.narrows.node.replica;

import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeerId;

/** A group that does what a test says, when it says it. */
final class PlayedGroup implements Proposer.Group {
    private final Elections elections = new Elections();
    private final AppliedIndex applied = new AppliedIndex();
    private final List<Message> written = new ArrayList<>();
    private final List<CompletableFuture<RaftClientReply>> replies = new ArrayList<>();
    private final List<CompletableFuture<Void>> awaited = new ArrayList<>();
    private Optional<RaftPeerId> leader = Optional.empty();
    private Optional<RuntimeException> failure = Optional.empty();

    /** Looking for the leader throws from now on, until there is one. */
    synchronized void fail(RuntimeException thrown) {
        failure = Optional.of(thrown);
    }

    /** Elects a leader. */
    void lead(RaftPeerId member) {
        synchronized (this) {
            failure = Optional.empty();
            leader = Optional.of(member);
        }
        elections.elected();
    }

    /** Answers one of the writes, by its place among all. */
    void answer(int write, RaftClientReply reply) {
        CompletableFuture<RaftClientReply> answered;
        synchronized (this) {
            answered = replies.get(write);
        }
        answered.complete(reply);
    }

    void apply(long index) {
        applied.advance(index);
    }

    /** The commands of each entry that was written. */
    synchronized List<List<Command>> written() throws IOException {
        List<List<Command>> commands = new ArrayList<>();
        for (Message entry : written) {
            commands.add(
                    Entry.parseFrom(entry.getContent().asReadOnlyByteBuffer()).getCommandsList());
        }
        return commands;
    }

    /** Completes when there have been so many writes; to be asked for before they are made. */
    synchronized CompletableFuture<Void> writes(int count) {
        while (awaited.size() < count) {
            awaited.add(new CompletableFuture<>());
        }
        return awaited.get(count - 1);
    }

    @Override
    public synchronized Optional<RaftPeerId> leader() {
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
    public CompletableFuture<RaftClientReply> write(RaftPeerId member, Message entry, Duration within) {
        CompletableFuture<RaftClientReply> reply = new CompletableFuture<>();
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

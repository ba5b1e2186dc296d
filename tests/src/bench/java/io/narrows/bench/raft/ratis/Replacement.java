package io.narrows.bench.raft.ratis;

import io.narrows.bench.raft.Member;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.MemberRemoval;
import io.narrows.node.state.MemberIds;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Removes a member that has lost its data and adds it again, as the store's documents say. */
final class Replacement {
    /** Until Raft's own configuration follows the list of members. */
    private static final long FOLLOWS_SECONDS = 3;

    private Replacement() {}

    static CompletableFuture<Void> of(String wiped, Member leader) {
        long id = MemberIds.ofMember("bench", wiped);
        Command remove = Command.newBuilder()
                .setRemove(MemberRemoval.newBuilder().setId(id))
                .build();
        return leader.propose(remove)
                .thenComposeAsync(
                        removed -> leader.propose(addition(wiped)),
                        CompletableFuture.delayedExecutor(FOLLOWS_SECONDS, TimeUnit.SECONDS))
                .thenApply(added -> null);
    }

    static Command addition(String name) {
        return Command.newBuilder()
                .setAdd(MemberRecord.newBuilder()
                        .setId(MemberIds.ofMember("bench", name))
                        .setPeerAddress(name))
                .build();
    }
}

package io.narrows.bench.raft.ratis;

import io.narrows.bench.raft.Member;
import io.narrows.bench.raft.MemberSetup;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.replica.RaftMember;
import io.narrows.node.replica.RaftSettings;
import io.narrows.node.replica.Replica;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.thirdparty.io.grpc.NameResolverRegistry;

/** A member of the product. */
public final class RatisMember implements Member {
    private final RaftMember member;
    private final Replica replica;

    private RatisMember(RaftMember member) {
        this.member = member;
        this.replica = member.replica();
    }

    /** Called in a loader of its own. */
    public static Member start(MemberSetup setup) throws IOException {
        NameResolverRegistry.getDefaultRegistry().register(new RelayResolvers(setup.dial()));
        return new RatisMember(RaftMember.start(settings(setup), setup.keyspace(), setup.listener()));
    }

    static RaftSettings settings(MemberSetup setup) {
        return new RaftSettings(
                "bench",
                setup.name(),
                setup.bind(),
                setup.members(),
                setup.joins(),
                setup.directory(),
                setup.electionTimeout(),
                setup.snapshotEvery());
    }

    @Override
    public CompletableFuture<Outcome> propose(Command command) {
        return replica.propose(command);
    }

    @Override
    public CompletableFuture<Void> readBarrier() {
        return replica.readBarrier();
    }

    @Override
    public boolean leads() {
        return replica.status().leads();
    }

    @Override
    public long applied() {
        return replica.status().applied();
    }

    @Override
    public void close() throws IOException {
        member.close();
    }
}

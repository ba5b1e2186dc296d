package io.narrows.bench.raft.ratis;

import io.narrows.bench.raft.IsolatedLoader;
import io.narrows.bench.raft.Member;
import io.narrows.bench.raft.MemberSetup;
import io.narrows.bench.raft.RaftCore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** The product as it is. */
public final class RatisCore implements RaftCore {
    static final List<String> ISOLATED =
            List.of("org.apache.ratis.", "io.narrows.node.replica.", "io.narrows.bench.raft.ratis.");

    @Override
    public Member start(MemberSetup setup) throws IOException {
        return new IsolatedLoader(ISOLATED).start("io.narrows.bench.raft.ratis.RatisMember", setup);
    }

    @Override
    public CompletableFuture<Void> replace(String wiped, Member leader) {
        return Replacement.of(wiped, leader);
    }

    @Override
    public boolean addAbsent(String name, Member leader) {
        leader.propose(Replacement.addition(name));
        return true;
    }

    @Override
    public boolean tear(Path directory, Random random) throws IOException {
        return TornLog.tear(directory, random);
    }
}

package io.narrows.bench.raft.jraft;

import io.narrows.bench.raft.IsolatedLoader;
import io.narrows.bench.raft.Member;
import io.narrows.bench.raft.MemberSetup;
import io.narrows.bench.raft.RaftCore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** SOFAJRaft, with its static state once for each member. */
public final class JraftCore implements RaftCore {
    private static final List<String> ISOLATED = List.of("com.alipay.", "io.narrows.bench.raft.jraft.");

    @Override
    public Member start(MemberSetup setup) throws IOException {
        return new IsolatedLoader(ISOLATED).start("io.narrows.bench.raft.jraft.JraftMember", setup);
    }

    /** Out of the group, and into it again when it has been started. */
    @Override
    public CompletableFuture<Void> replace(String wiped, Member leader) {
        return call(leader, "replace", wiped);
    }

    @Override
    public boolean addAbsent(String name, Member leader) {
        call(leader, "addUntilDone", name);
        return true;
    }

    @Override
    public boolean tear(Path directory, Random random) throws IOException {
        List<Path> segments;
        try (Stream<Path> files = Files.list(directory.resolve("jraft-log"))) {
            segments = files.sorted().toList();
        }
        LogSegment.tear(segments.get(segments.size() - 1), random);
        return true;
    }

    /** The member's class is another one here. */
    @SuppressWarnings("unchecked")
    public static CompletableFuture<Void> call(Member member, String method, String argument) {
        try {
            return (CompletableFuture<Void>)
                    member.getClass().getMethod(method, String.class).invoke(member, argument);
        } catch (ReflectiveOperationException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}

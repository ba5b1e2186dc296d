package io.narrows.tests.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.util.TimeDuration;

/**
 * A member of a group of Apache Ratis, in a JVM on its host. Its peers reach it only at its host's loopback; clients, at its
 * address.
 */
public final class RatisNode {
    public static final int PEER_PORT = RatisGroup.PEER_PORT;

    private static final int RETRIES = 60;
    private static final TimeDuration RETRY_PAUSE = TimeDuration.valueOf(500, TimeUnit.MILLISECONDS);

    private final Path applied;

    /** Starts the member, named after its host. */
    public RatisNode(Host host, List<Host> members) {
        applied = host.directory().resolve("applied");
        List<String> command = TestProgram.command(
                RatisServer.class,
                host.name(),
                host.directory().resolve("ratis").toString(),
                applied.toString());
        command.addAll(names(members));
        host.start("ratis", command);
    }

    /** Replicates messages in a group, many at a time, and waits until all are agreed on. */
    public static void write(List<Host> members, List<String> messages) throws IOException {
        try (RaftClient client = RaftClient.newBuilder()
                .setRaftGroup(RatisGroup.of(names(members)))
                .setProperties(new RaftProperties())
                .setRetryPolicy(RetryPolicies.retryUpToMaximumCountWithFixedSleep(RETRIES, RETRY_PAUSE))
                .build()) {
            List<CompletableFuture<RaftClientReply>> replies = messages.stream()
                    .map(message -> client.async().send(Message.valueOf(message)))
                    .toList();
            replies.forEach(CompletableFuture::join);
        }
    }

    /** Returns the messages that this member has applied, in order. */
    public List<String> applied() throws IOException {
        return Files.exists(applied) ? Files.readAllLines(applied) : List.of();
    }

    private static List<String> names(List<Host> members) {
        return members.stream().map(host -> host.name() + "=" + host.ip()).toList();
    }
}

package io.narrows.tests.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.util.TimeDuration;

/** The process of a {@link RatisNode}: appends agreed messages to a file, one per line. */
final class RatisServer extends BaseStateMachine {
    private final Path applied;

    private RatisServer(Path applied) {
        this.applied = applied;
    }

    /** Takes its own name, a folder, the file for applied messages, and the members in the format of {@link RatisGroup#of}. */
    public static void main(String... args) throws IOException {
        RaftProperties properties = new RaftProperties();
        RaftServerConfigKeys.setStorageDir(properties, List.of(Path.of(args[1]).toFile()));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, millis(400));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, millis(800));
        // A busy machine would replace the leader, whose clients' writes then fail. Heartbeats come twice as often.
        RaftServerConfigKeys.Rpc.setTimeoutMin(properties, millis(2_000));
        RaftServerConfigKeys.Rpc.setTimeoutMax(properties, millis(4_000));
        GrpcConfigKeys.Server.setHost(properties, "127.0.0.1");
        GrpcConfigKeys.Server.setPort(properties, RatisGroup.PEER_PORT);
        GrpcConfigKeys.Client.setHost(properties, "0.0.0.0");
        GrpcConfigKeys.Client.setPort(properties, RatisGroup.CLIENT_PORT);
        RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(args[0]))
                .setGroup(RatisGroup.of(List.of(args).subList(3, args.length)))
                .setProperties(properties)
                .setStateMachine(new RatisServer(Path.of(args[2])))
                .build()
                .start();
    }

    private static TimeDuration millis(long millis) {
        return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        String line = transaction.getStateMachineLogEntry().getLogData().toString(StandardCharsets.UTF_8) + "\n";
        try {
            Files.writeString(applied, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        return CompletableFuture.completedFuture(Message.EMPTY);
    }
}

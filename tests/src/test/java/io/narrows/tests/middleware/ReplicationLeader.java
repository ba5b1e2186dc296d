package io.narrows.tests.middleware;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.narrows.config.ConfigException;
import io.narrows.middleware.Narrows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The process of a leader: sends the same entries to each follower, and ends. */
final class ReplicationLeader {
    static final int APPENDS = 400;
    static final int HEARTBEATS = 50;

    private ReplicationLeader() {}

    /** Takes the configuration, the port of the followers, and their addresses. Prints the bytes of messages by peer. */
    public static void main(String... args) throws ConfigException, InterruptedException {
        Narrows narrows = Narrows.fromFile(Path.of(args[0]));
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        narrows.metrics().bindTo(registry);

        for (String follower : List.of(args).subList(2, args.length)) {
            NettyChannelBuilder builder = NettyChannelBuilder.forAddress(follower, Integer.parseInt(args[1]));
            ManagedChannel channel = narrows.on(builder.usePlaintext()).build();
            replicate(channel);
            channel.shutdown().awaitTermination(10, TimeUnit.SECONDS);
        }

        registry.find("narrows.wire.bytes").functionCounters().stream()
                .filter(bytes -> "sent".equals(bytes.getId().getTag("direction")))
                .forEach(bytes -> System.out.printf(
                        "%s %s %s %.0f%n",
                        bytes.getId().getTag("peer"),
                        bytes.getId().getTag("class"),
                        bytes.getId().getTag("codec"),
                        bytes.count()));
    }

    private static void replicate(ManagedChannel channel) {
        CallOptions waiting = CallOptions.DEFAULT.withWaitForReady().withDeadlineAfter(60, TimeUnit.SECONDS);
        for (String entry : entries()) {
            ClientCalls.blockingUnaryCall(channel, ReplicationService.APPEND, waiting, entry);
        }
        for (int i = 0; i < HEARTBEATS; i++) {
            ClientCalls.blockingUnaryCall(channel, ReplicationService.HEARTBEAT, waiting, "term 7");
        }
    }

    /** Returns entries like those of a log of orders, about 3 KB each. */
    private static List<String> entries() {
        Random random = new Random(8);
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < APPENDS; i++) {
            StringBuilder entry = new StringBuilder("{\"term\":7,\"index\":" + i + ",\"orders\":[");
            for (int order = 0; order < 20; order++) {
                entry.append("{\"id\":\"%016x\",\"customer\":%d,\"state\":\"%s\",\"currency\":\"EUR\",\"cents\":%d},"
                        .formatted(
                                random.nextLong(),
                                random.nextInt(100_000),
                                List.of("placed", "paid", "sent", "returned").get(random.nextInt(4)),
                                random.nextInt(50_000)));
            }
            entries.add(entry.append("]}").toString());
        }
        return entries;
    }
}

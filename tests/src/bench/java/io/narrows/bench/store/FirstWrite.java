package io.narrows.bench.store;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.narrows.config.HostPort;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Puts a key until a member of a store acknowledges it. An attempt begins every 100 ms, at the next member, over a connection of
 * its own, because clients pause before they dial again; earlier attempts go on meanwhile.
 */
final class FirstWrite implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration ATTEMPT_LIMIT = Duration.ofSeconds(15);
    private static final PutRequest PUT = PutRequest.newBuilder()
            .setKey(ByteString.copyFromUtf8("first-write"))
            .setValue(ByteString.copyFromUtf8("done"))
            .build();

    private final List<HostPort> members;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final CompletableFuture<Long> done = new CompletableFuture<>();
    private int attempts;

    private FirstWrite(List<HostPort> members) {
        this.members = List.copyOf(members);
    }

    /** Begins the first attempt. */
    static FirstWrite begin(List<HostPort> members) {
        FirstWrite write = new FirstWrite(members);
        write.executor.scheduleAtFixedRate(write::attempt, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return write;
    }

    /**
     * Waits for the acknowledgment.
     *
     * @return the time of it, as of {@link System#nanoTime}
     * @throws IllegalStateException if none comes in time
     */
    long await(Duration limit) {
        try {
            return done.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("no put took effect within " + limit, e);
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void attempt() {
        HostPort member = members.get(attempts++ % members.size());
        ManagedChannel channel = Grpc.newChannelBuilderForAddress(
                        member.host(), member.port(), InsecureChannelCredentials.create())
                .build();
        ListenableFuture<PutResponse> response = KVGrpc.newFutureStub(channel)
                .withDeadlineAfter(ATTEMPT_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .put(PUT);
        response.addListener(
                () -> {
                    long now = System.nanoTime();
                    channel.shutdownNow();
                    if (isDone(response)) {
                        done.complete(now);
                    }
                },
                Runnable::run);
    }

    private static boolean isDone(ListenableFuture<PutResponse> response) {
        try {
            response.get();
            return true;
        } catch (ExecutionException | InterruptedException e) {
            return false; // the next attempt may succeed
        }
    }

    /** Begins no further attempts. */
    @Override
    public void close() {
        executor.shutdownNow();
    }
}

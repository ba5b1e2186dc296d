package io.narrows.lab.load;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.KVGrpc;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Prepares the store for a load: deletes what an earlier one left, and creates the initial objects. */
final class Preparation implements LoadListener {
    private static final long CLEAR_SECONDS = 60;
    private static final long FILL_SECONDS = 300;

    private final Endpoints endpoints;
    private final ScheduledExecutorService timer;
    private final AtomicLong revision = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicReference<Status> lastError = new AtomicReference<>();

    Preparation(Endpoints endpoints, ScheduledExecutorService timer) {
        this.endpoints = endpoints;
        this.timer = timer;
    }

    /** Deletes all keys of loads. */
    void clear() throws IOException, InterruptedException {
        run(List.of(new Quota(1, () -> new Step(Operation.DELETE, Preparation::clear))), CLEAR_SECONDS);
    }

    private static CompletableFuture<Answer> clear(Endpoint endpoint) {
        DeleteRangeRequest request = DeleteRangeRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(Registry.PREFIX))
                .setRangeEnd(Registry.endOf(Registry.PREFIX))
                .build();
        return endpoint.call(KVGrpc.getDeleteRangeMethod(), request)
                .thenApply(response -> new Answer(true, response.getHeader().getRevision(), 0));
    }

    /** Runs clients through finite scripts. */
    void fill(List<Script> scripts) throws IOException, InterruptedException {
        run(scripts, FILL_SECONDS);
    }

    /** Returns the latest revision seen so far. */
    long revision() {
        return revision.get();
    }

    private void run(List<Script> scripts, long seconds) throws IOException, InterruptedException {
        ClientGroup clients = new ClientGroup(endpoints, this, timer);
        scripts.forEach(script -> clients.add(script, Pace.CLOSED));
        clients.start();
        await(clients.end(), seconds);
        if (failed.get() > 0) {
            throw new IOException(endpoints + " refused the load's setup requests: " + lastError.get());
        }
    }

    /** @throws IOException if the future does not complete in time */
    void await(CompletableFuture<Void> end, long seconds) throws IOException, InterruptedException {
        try {
            end.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "none of " + endpoints + " completed the load's setup within " + seconds + " s: "
                            + (lastError.get() == null ? "no response" : lastError.get()),
                    e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void answered(Operation operation, Answer answer, long begin, long now) {
        revision.accumulateAndGet(answer.revision(), Math::max);
    }

    /**
     * Also retries after a timeout: a busy machine may take longer for its first requests, and every request here may be
     * repeated.
     */
    @Override
    public boolean isSentAgain(Status status) {
        return LoadListener.super.isSentAgain(status) || status.getCode() == Status.Code.DEADLINE_EXCEEDED;
    }

    @Override
    public void error(Status status) {
        lastError.set(status);
    }

    @Override
    public void failed(Operation operation) {
        failed.incrementAndGet();
    }
}

package io.narrows.lab.play;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A performance of scores. */
public final class Performance {
    private final List<Lane> lanes;
    private final Runnable wakeUp;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile boolean stopping;
    private boolean stopped;

    Performance(List<Lane> lanes, Runnable wakeUp) {
        this.lanes = lanes;
        this.wakeUp = wakeUp;
    }

    /** Stops the performance soon: data sent so far still arrives and is compared. */
    public void stop() {
        stopping = true;
        wakeUp.run();
    }

    /** Waits until all sent data has arrived, or has been missing for five seconds. */
    public void awaitEnd() throws InterruptedException {
        try {
            over.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the player failed", e.getCause());
        }
    }

    boolean isOver() {
        return over.isDone();
    }

    long advance(long now) {
        if (stopping && !stopped) {
            stopped = true;
            lanes.forEach(lane -> lane.stop(now));
        }
        long next = Long.MAX_VALUE;
        boolean allOver = true;
        for (Lane lane : lanes) {
            next = Math.min(next, lane.advance(now));
            allOver &= lane.over();
        }
        if (allOver) {
            over.complete(null);
        }
        return next;
    }

    void failed(Throwable cause) {
        over.completeExceptionally(cause);
    }
}

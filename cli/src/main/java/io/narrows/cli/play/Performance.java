package io.narrows.cli.play;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Scores that are being played. */
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

    /** Ends it soon: what has been said still arrives and is compared. */
    public void stop() {
        stopping = true;
        wakeUp.run();
    }

    /** Waits until everything that was said has arrived, or has not within five seconds. */
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

package io.narrows.storage.support;

import io.narrows.storage.db.DbListener;
import io.narrows.storage.db.StallReason;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Signals that a database has stalled a write. */
public final class StallSignal implements DbListener {
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch stalled = new CountDownLatch(1);

    @Override
    public void onStallBegin(StallReason reason) {
        stalled.countDown();
    }

    public void await() throws InterruptedException {
        if (!stalled.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("no write was stalled");
        }
    }
}

package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private static final long PATIENCE_SECONDS = 30;
    private static final Stalls SLOW = new Stalls(StallReason.LEVEL0, 1);
    private static final long AN_HOUR_OF_BYTES = 3600;

    private final Throttle throttle = new Throttle(new Counters(1));

    @Test
    void close_endsThePause_andSkipsLaterOnes() throws Exception {
        CompletableFuture<Void> charged = new CompletableFuture<>();
        Thread writer = new Thread(() -> {
            throttle.charge(SLOW, AN_HOUR_OF_BYTES);
            charged.complete(null);
        });
        writer.start();
        Awaitility.await().until(() -> writer.getState() == Thread.State.TIMED_WAITING);
        assertThat(charged).isNotDone();

        throttle.close();

        charged.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        CompletableFuture.runAsync(() -> throttle.charge(SLOW, AN_HOUR_OF_BYTES))
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}

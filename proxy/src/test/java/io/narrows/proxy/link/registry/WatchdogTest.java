package io.narrows.proxy.link.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class WatchdogTest {
    @Test
    void roundThatFails_isFollowedByOthers() {
        AtomicBoolean fails = new AtomicBoolean();
        AtomicInteger failed = new AtomicInteger();
        AtomicInteger rounds = new AtomicInteger();
        EmbeddedChannel channel = new EmbeddedChannel();
        Watchdog watchdog = new Watchdog(
                new LinkRegistry(),
                (loop, stoodStill) -> rounds.incrementAndGet(),
                List.of(channel.eventLoop()),
                () -> {
                    if (fails.get()) {
                        failed.incrementAndGet();
                        throw new OutOfMemoryError("expected by the test");
                    }
                    return 0;
                });

        fails.set(true);
        passSecond(channel);
        fails.set(false);
        passSecond(channel);

        assertThat(failed).hasValue(1);
        assertThat(rounds).hasValue(1);
        watchdog.close();
        channel.finishAndReleaseAll();
    }

    private static void passSecond(EmbeddedChannel channel) {
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runPendingTasks();
    }
}

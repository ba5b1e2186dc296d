package io.narrows.proxy.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

final class CodecWarmUpTasksTest {
    private static final long BUDGET = TimeUnit.MILLISECONDS.toNanos(20);

    private final CountDownLatch stop = new CountDownLatch(1);

    @Test
    void codecThatIsNotJava_isNotWarmedUp() throws Exception {
        CodecWarmUpTasks warmUps = warmUps(Codec.ZSTD, () -> false);
        warmUps.run(BUDGET);

        assertThat(warmUps.frames()).isZero();
    }

    @Test
    void whereThereIsTraffic_theTimeOfPausesDoesNotCount() throws Exception {
        AtomicInteger pauses = new AtomicInteger();
        CodecWarmUpTasks warmUps = warmUps(Codec.DENSE, () -> pauses.incrementAndGet() > 0);
        long start = System.nanoTime();
        warmUps.run(BUDGET);

        assertThat(warmUps.frames()).isPositive();
        assertThat(pauses).hasPositiveValue();
        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(BUDGET + pauses.get() * CodecWarmUpTasks.PAUSE_NANOS);
    }

    @Test
    void stop_endsThem() throws Exception {
        CodecWarmUpTasks warmUps = warmUps(Codec.DENSE, () -> false);
        stop.countDown();
        warmUps.run(TimeUnit.HOURS.toNanos(1));

        assertThat(warmUps.frames()).isZero();
    }

    private CodecWarmUpTasks warmUps(Codec codec, BooleanSupplier givesWay) {
        CodecSpec spec = CodecSpec.of(codec).withWindowLog(17);
        return new CodecWarmUpTasks(Codecs.load(), List.of(spec), givesWay, stop);
    }
}

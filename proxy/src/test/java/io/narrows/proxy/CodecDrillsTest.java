package io.narrows.proxy;

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

final class CodecDrillsTest {
    private static final long BUDGET = TimeUnit.MILLISECONDS.toNanos(20);

    private final CountDownLatch stop = new CountDownLatch(1);

    @Test
    void codecThatIsNotJava_isNotDrilled() throws Exception {
        CodecDrills drills = drills(Codec.ZSTD, () -> false);
        drills.run(BUDGET);

        assertThat(drills.frames()).isZero();
    }

    @Test
    void whereThereIsTraffic_theTimeOfPausesDoesNotCount() throws Exception {
        AtomicInteger pauses = new AtomicInteger();
        CodecDrills drills = drills(Codec.DENSE, () -> pauses.incrementAndGet() > 0);
        long start = System.nanoTime();
        drills.run(BUDGET);

        assertThat(drills.frames()).isPositive();
        assertThat(pauses).hasPositiveValue();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(BUDGET + pauses.get() * CodecDrills.PAUSE_NANOS);
    }

    @Test
    void stop_endsThem() throws Exception {
        CodecDrills drills = drills(Codec.DENSE, () -> false);
        stop.countDown();
        drills.run(TimeUnit.HOURS.toNanos(1));

        assertThat(drills.frames()).isZero();
    }

    private CodecDrills drills(Codec codec, BooleanSupplier givesWay) {
        CodecSpec spec = CodecSpec.of(codec).withWindowLog(17);
        return new CodecDrills(Codecs.load(), List.of(spec), givesWay, stop);
    }
}

package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.management.ThreadMXBean;
import io.narrows.testkit.Seed;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class FrameRoundTripTest {
    private static final int LONGEST = 64 << 10;

    @Test
    void pass_everySize_equalsWhatWasEncoded() throws Exception {
        passSizes(new FramePair(2, 18), 2, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void pass_everySmallSizeAndSomeLarge_ofVersion1_equalsWhatWasEncoded(int level) throws Exception {
        passSizes(FramePair.older(Effort.ofLevel(level), 18), level, 61);
    }

    /** The sizes at the start of a lap of the ring differ between levels. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void pass_everySmallSizeAndSomeLarge_equalsWhatWasEncoded(int level) throws Exception {
        passSizes(new FramePair(level, 18), level, 61);
    }

    /** Passes frames that differ from the previous one in one byte, which is fast even for the two gigabytes of all sizes. */
    private static void passSizes(FramePair pair, int seed, int stepOfLarge) throws Exception {
        byte[] content = new byte[LONGEST];
        new Random(seed).nextBytes(content);

        for (int size = 1; size <= LONGEST; size += size < 4096 ? 1 : stepOfLarge) {
            content[size / 2]++;
            assertThat(pair.pass(ByteBuffer.wrap(content, 0, size))).isPositive();
        }
    }

    /** The window is far smaller than the stream, and is reset occasionally. */
    @ParameterizedTest
    @EnumSource
    void pass_manyLapsOfTheRing_equalsWhatWasEncoded(Literals literals) throws Exception {
        long seed = Seed.of("FrameRoundTripTest, literals " + literals);
        for (FramePair pair : FramePair.ofBothVersions(new Effort(17, 4, literals), 17)) {
            Random random = new Random(seed);
            Traffic traffic = new Traffic(random);
            long laps = 0;
            for (int message = 0; message < 1_000; message++) {
                laps += pair.pass(traffic.next(LONGEST));
                if (random.nextInt(600) == 0) {
                    pair.reset();
                }
            }
            assertThat(laps).as("seed %d", seed).isGreaterThan(1 << 17);
        }
    }

    /** Learns content of any length, at any position of the ring, that often repeats in the next frame. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void learn_betweenFrames_equalsWhatWasEncoded(int level) throws Exception {
        long seed = Seed.of("FrameRoundTripTest, level " + level + ", learning");
        Random random = new Random(seed);
        Traffic traffic = new Traffic(random);
        FramePair pair = new FramePair(level, 17);
        pair.pass(traffic.next(LONGEST));

        for (int message = 0; message < 500; message++) {
            ByteBuffer next = traffic.next(LONGEST);
            byte[] learnt = new byte[random.nextBoolean() ? next.remaining() : 1 + random.nextInt(20)];
            next.duplicate().get(learnt, 0, Math.min(learnt.length, next.remaining()));
            pair.learn(learnt);
            assertThat(pair.pass(next)).as("seed %d", seed).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void encode_learntContent_takesFewBytes(int level) throws Exception {
        byte[] noise = new byte[150_000];
        new Random(level).nextBytes(noise);
        FramePair pair = new FramePair(level, 18);
        pair.pass(ByteBuffer.wrap(noise, 0, 1));

        pair.learn(noise);

        assertThat(pair.pass(ByteBuffer.wrap(noise, 1_000, 50_000))).isLessThan(60);
        assertThat(pair.pass(ByteBuffer.wrap(noise, 90_000, 50_000))).isLessThan(60);
    }

    @Test
    void learn_beforeTheFirstFrame_isRefused() throws Exception {
        FramePair pair = new FramePair(1, 17);

        assertThatIllegalStateException().isThrownBy(() -> pair.encoder.learn(ByteBuffer.allocate(9)));
        assertThatIllegalStateException().isThrownBy(() -> pair.decoder.learn(ByteBuffer.allocate(9)));
        pair.pass(ByteBuffer.allocate(9));
        pair.reset();
        assertThatIllegalStateException().isThrownBy(() -> pair.decoder.learn(ByteBuffer.allocate(9)));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 64", "0, 1000", "0, 65536", "2, 1", "2, 64", "2, 1000", "2, 65536"})
    void encode_noise_staysWithinItsBound(int level, int size) throws Exception {
        byte[] noise = new byte[size];
        Random random = new Random(7);
        FramePair pair = new FramePair(level, 17);

        for (int frame = 0; frame < 20; frame++) {
            random.nextBytes(noise);
            assertThat(pair.pass(ByteBuffer.wrap(noise))).isLessThanOrEqualTo(FrameEncoder.maxFrameLength(size));
        }
    }

    /** The models first become certain, and are then always wrong. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3})
    void encode_noiseAfterCertainty_staysWithinItsBoundAndALinkFrame(int level) throws Exception {
        staysWithinItsBound(new FramePair(level, 17));
        staysWithinItsBound(FramePair.older(Effort.ofLevel(level), 17));
    }

    private static void staysWithinItsBound(FramePair pair) throws Exception {
        byte[] content = new byte[LONGEST];
        for (int frame = 0; frame < 200; frame++) {
            pair.pass(ByteBuffer.wrap(content, 0, 1 + frame % 3));
        }
        new Random(3).nextBytes(content);

        assertThat(pair.pass(ByteBuffer.wrap(content))).isLessThanOrEqualTo(FrameEncoder.maxFrameLength(LONGEST));
        assertThat(FrameEncoder.maxFrameLength(LONGEST)).isLessThanOrEqualTo(LONGEST + 1024);
    }

    @Test
    void encode_sameMessageAgainAndAgain_takesAByteOrTwo() throws Exception {
        byte[] heartbeat = new byte[151];
        new Random(5).nextBytes(heartbeat);
        FramePair pair = new FramePair(2, 17);
        for (int i = 0; i < 100; i++) {
            pair.pass(ByteBuffer.wrap(heartbeat));
        }

        assertThat(pair.pass(ByteBuffer.wrap(heartbeat))).isLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void pass_warm_allocatesNothing(int level) throws Exception {
        Traffic traffic = new Traffic(new Random(1));
        FramePair pair = new FramePair(level, 17);
        for (int i = 0; i < 20; i++) {
            pair.pass(traffic.of(LONGEST)); // the window laps
        }
        for (int i = 0; i < 10_000; i++) {
            pair.pass(traffic.of(300)); // nearly all models that such frames need are used
        }

        long before = allocatedBytes();
        for (int i = 0; i < 500; i++) {
            pair.pass(traffic.of(300));
        }
        long perFrame = (allocatedBytes() - before) / 500;

        assertThat(perFrame).isLessThan(300); // the test's own two buffers
    }

    @Test
    void streamThatMakesItsWindowGrow_andLapsIt_comesBackAsItWas() throws Exception {
        Traffic traffic = new Traffic(new Random(1));
        FramePair pair = new FramePair(2, 20);
        for (int sent = 0; sent < 3 << 20; sent += 20_000) {
            pair.pass(traffic.of(20_000));
        }
    }

    /** Runs the preparation immediately, on another thread, or not until it is too late. */
    static List<Executor> preparedArrays_giveTheSameFramesAsNewOnes() {
        return List.of(Runnable::run, ForkJoinPool.commonPool(), task -> {});
    }

    @ParameterizedTest
    @MethodSource
    void preparedArrays_giveTheSameFramesAsNewOnes(Executor executor) throws Exception {
        Traffic traffic = new Traffic(new Random(2));
        FramePair plain = new FramePair(1, 22);
        FramePair prepared = new FramePair(1, 22);
        List<Runnable> tasks = new ArrayList<>();
        for (int sent = 0; sent < 5 << 20; sent += 10_000) {
            byte[] content = new byte[10_000];
            traffic.of(content.length).get(content);
            byte[] frame = prepared.encode(content);
            assertThat(frame).isEqualTo(plain.encode(content));
            assertThat(prepared.decode(frame)).isEqualTo(content);
            Stream.of(prepared.encoder.preparation(), prepared.decoder.preparation())
                    .filter(Objects::nonNull)
                    .peek(tasks::add)
                    .forEach(executor::execute);
        }
        tasks.forEach(Runnable::run);

        assertThat(tasks).as("two steps of each end").hasSize(4);
        assertThat(prepared.encode(new byte[300])).isEqualTo(plain.encode(new byte[300]));
    }

    @Test
    void preparation_ofAContextThatWasReset_isNotTaken() throws Exception {
        Traffic traffic = new Traffic(new Random(3));
        FramePair pair = aboutToGrow(traffic);
        Runnable ofBefore = pair.encoder.preparation();
        assertThat(ofBefore).isNotNull();
        pair.reset();
        ofBefore.run();

        for (int sent = 0; sent < 5 << 20; sent += 20_000) {
            pair.pass(traffic.of(20_000));
        }
    }

    @Test
    void contextThatWasReset_isNotPreparedForTheSameRoomAgain() throws Exception {
        Traffic traffic = new Traffic(new Random(4));
        FramePair pair = aboutToGrow(traffic);
        assertThat(pair.encoder.preparation()).isNotNull();
        assertThat(pair.decoder.preparation()).isNotNull();

        for (int i = 0; i < 10; i++) {
            pair.reset();
            passToStep(pair, traffic);

            assertThat(pair.encoder.preparation()).isNull();
            assertThat(pair.decoder.preparation()).isNull();
        }
    }

    @Test
    void preparedArrays_areUsedWithoutAllocation() throws Exception {
        Traffic traffic = new Traffic(new Random(5));
        FramePair pair = aboutToGrow(traffic);
        for (Runnable preparation : List.of(pair.encoder.preparation(), pair.decoder.preparation())) {
            Thread thread = new Thread(preparation);
            thread.start();
            thread.join();
        }
        long before = allocatedBytes();
        for (int i = 0; i < 3; i++) {
            pair.pass(traffic.of(60_000)); // past the end of the smaller arrays
        }

        assertThat(allocatedBytes() - before).isLessThan(1 << 20);
    }

    @Test
    void encode_nothing_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FramePair(1, 17).encode(new byte[0]))
                .withMessage("frame of 0 bytes (expected: 1-134217727)");
    }

    /** Returns a pair with a window of 4 MiB, whose ends have not allocated all of it yet, but soon will. */
    private static FramePair aboutToGrow(Traffic traffic) throws Exception {
        FramePair pair = new FramePair(1, 22);
        passToStep(pair, traffic);
        return pair;
    }

    /** Fills more than three quarters of the arrays from which the last step starts. */
    private static void passToStep(FramePair pair, Traffic traffic) throws Exception {
        for (int i = 0; i < 7; i++) {
            pair.pass(traffic.of(60_000));
        }
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}

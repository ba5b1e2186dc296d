package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The memory of contexts, which grows with their content. */
@Tag("long")
class GrowingContextTest {
    private static final int LONGEST = 64 << 10;

    @Test
    void newContext_takesLittle() throws Exception {
        FramePair pair = new FramePair(2, 22);

        pair.pass(ByteBuffer.wrap(new byte[300]));

        assertThat(pair.encoder.memoryBytes()).isLessThan(100_000);
        assertThat(pair.decoder.memoryBytes()).isLessThan(100_000);
    }

    /** Messages differ only in a counter and a time, like a database's heartbeats. */
    @ParameterizedTest
    @CsvSource({
        "0, 17, 720000, 500000",
        "1, 22, 590000, 450000",
        "2, 20, 590000, 450000",
        "2, 22, 590000, 450000",
        "2, 24, 590000, 450000",
        "3, 23, 2400000, 2300000"
    })
    void heartbeats_takeLittle_until256KiBWereCarried(int level, int windowLog, int mostOfEncoder, int mostOfDecoder)
            throws Exception {
        byte[] heartbeat = new byte[128];
        new Random(1).nextBytes(heartbeat);
        FramePair pair = new FramePair(level, windowLog);

        for (int i = 0; i < (256 << 10) / heartbeat.length; i++) {
            ByteBuffer.wrap(heartbeat).putLong(8, i).putLong(40, i * 1_000_003L);
            pair.pass(ByteBuffer.wrap(heartbeat));
        }

        assertThat(pair.encoder.memoryBytes()).isLessThan(mostOfEncoder);
        assertThat(pair.decoder.memoryBytes()).isLessThan(mostOfDecoder);
    }

    static Stream<FramePair> memoryBytes_equalsThatOfTheArrays() {
        Random random = new Random(Seed.of("GrowingContextTest"));
        return Stream.concat(
                Arrays.stream(Literals.values())
                        .map(literals -> FramePair.mixed(new Effort(18, 4, literals), 22, random::nextBoolean)),
                Stream.of(new FramePair(2, 17), new FramePair(1, 19), new FramePair(3, 21)));
    }

    @ParameterizedTest
    @MethodSource
    void memoryBytes_equalsThatOfTheArrays(FramePair pair) throws Exception {
        Traffic traffic = new Traffic(new Random(5));
        for (int sent = 0; sent < 6 << 20; ) {
            ByteBuffer next = traffic.next(LONGEST);
            pair.pass(next);
            sent += next.remaining();
            if (sent % 4 == 0) {
                Stream.of(pair.encoder.preparation(), pair.decoder.preparation())
                        .filter(task -> task != null)
                        .forEach(Runnable::run);
            }
            assertAccounted(pair);
        }
        pair.reset();
        pair.pass(traffic.next(LONGEST));
        assertAccounted(pair);
    }

    private static void assertAccounted(FramePair pair) throws Exception {
        assertThat(pair.encoder.memoryBytes()).isEqualTo(RealMemory.of(pair.encoder, pair.workspace()));
        assertThat(pair.decoder.memoryBytes()).isEqualTo(RealMemory.of(pair.decoder, pair.workspace()));
    }

    /** A full window with all models in use takes the most, and so do the arrays that are prepared for it. */
    @ParameterizedTest
    @CsvSource({"2, 17", "2, 19", "1, 20", "2, 22", "3, 23"})
    void memoryBytes_staysBelowTheMaximum_andComesCloseToIt(int level, int windowLog) throws Exception {
        Effort effort = Effort.ofLevel(level);
        Random random = new Random(2);
        FramePair pair = FramePair.mixed(effort, windowLog, random::nextBoolean);
        Traffic traffic = new Traffic(random);
        long encoder = 0;
        long decoder = 0;
        for (int sent = 0; sent < Math.max(2 << windowLog, 2 << 20); ) {
            ByteBuffer next = traffic.next(LONGEST);
            pair.pass(next);
            sent += next.remaining();
            Stream.of(pair.encoder.preparation(), pair.decoder.preparation())
                    .filter(task -> task != null)
                    .forEach(Runnable::run);
            encoder = Math.max(encoder, pair.encoder.memoryBytes());
            decoder = Math.max(decoder, pair.decoder.memoryBytes());
        }

        long mostOfEncoder = FrameEncoder.memoryBytes(effort, windowLog);
        assertThat(encoder).isBetween(mostOfEncoder / 4 * 3, mostOfEncoder);
        long mostOfDecoder = FrameDecoder.memoryBytes(effort, windowLog);
        assertThat(decoder).isBetween(mostOfDecoder / 4 * 3, mostOfDecoder);
    }

    /** Arrays that were allocated for another window may be kept only if those that are prepared next fit beside them. */
    @Test
    void memoryBytes_ofADecoderRestartedInOtherWindows_staysBelowTheMaximumOfEach() throws Exception {
        long seed = Seed.of("GrowingContextTest, restarts");
        Random random = new Random(seed);
        Traffic traffic = new Traffic(random);
        Workspace workspace = new Workspace();
        FrameDecoder decoder = new FrameDecoder(23);
        int[] windowLogs = {21, 22, 20, 23, 17, 19, 22, 18, 23, 21, 22};
        for (int windowLog : windowLogs) {
            Effort effort = Effort.ofLevel(random.nextInt(3));
            FramePair pair = FramePair.mixed(effort, windowLog, random::nextBoolean);
            long most = FrameDecoder.memoryBytes(effort, windowLog);
            decoder.reset();
            for (int sent = 0; sent < 5 << windowLog - 2; ) {
                byte[] content = new byte[Math.min(60_000, 1 + random.nextInt(1 << windowLog - 4))];
                traffic.of(content.length).get(content);
                byte[] back = new byte[content.length];
                decoder.decode(ByteBuffer.wrap(pair.encode(content)), ByteBuffer.wrap(back), workspace);
                assertThat(back).isEqualTo(content);
                sent += content.length;
                Runnable preparation = decoder.preparation();
                if (preparation != null) {
                    preparation.run();
                }
                assertThat(decoder.memoryBytes())
                        .as("seed %d, window of 2^%d bytes, %d bytes", seed, windowLog, sent)
                        .isLessThanOrEqualTo(most);
            }
        }
    }

    /** Otherwise a frame would wait for more than 300 kB. */
    @ParameterizedTest
    @CsvSource({"17, 0", "18, 1", "19, 1", "20, 1", "21, 1", "22, 2", "23, 2"})
    void preparation_isForEachStepBeyond256KiB(int windowLog, int steps) throws Exception {
        Traffic traffic = new Traffic(new Random(4));
        FramePair pair = new FramePair(2, windowLog);
        int prepared = 0;
        for (int sent = 0; sent < 2 << windowLog; sent += 10_000) {
            long before = pair.decoder.memoryBytes();
            pair.pass(traffic.of(10_000));
            assertThat(pair.decoder.memoryBytes() - before).isLessThan(300_000);
            Runnable preparation = pair.decoder.preparation();
            if (preparation != null) {
                preparation.run();
                prepared++;
            }
        }

        assertThat(prepared).isEqualTo(steps);
    }

    @Test
    void memoryBytes_ofAWindowOf4MiB_atMost() {
        assertThat(FrameEncoder.memoryBytes(Effort.ofLevel(2), 22)).isLessThan(7_600_000);
        assertThat(FrameDecoder.memoryBytes(Effort.ofLevel(2), 22)).isLessThan(6_560_000);
    }

    /** Frames of any length cross each step, so that growth happens within them, or a frame needs several steps. */
    @ParameterizedTest
    @EnumSource
    void pass_framesAcrossEachStep_equalsWhatWasEncoded(Literals literals) throws Exception {
        long seed = Seed.of("GrowingContextTest, literals " + literals);
        Random random = new Random(seed);
        Traffic traffic = new Traffic(random);
        for (int round = 0; round < 6; round++) {
            FramePair pair = FramePair.mixed(new Effort(18, 4, literals), 17 + round, random::nextBoolean);
            for (int sent = 0; sent < 2 << 17 + round; ) {
                ByteBuffer next = traffic.of(1 + random.nextInt(1 << random.nextInt(17)));
                assertThat(pair.pass(next)).as("seed %d", seed).isPositive();
                sent += next.remaining();
            }
        }
    }

    /** A damaged frame makes the decoder grow; it is refused, or decoded to other content, and the decoder can start again. */
    @ParameterizedTest
    @CsvSource({"16", "64", "256", "512"})
    void damage_inAFrameThatMakesTheDecoderGrow_leavesItUsable(int stepKiB) throws Exception {
        long seed = Seed.of("GrowingContextTest, step " + stepKiB);
        Random random = new Random(seed);
        Traffic traffic = new Traffic(random);
        for (int round = 0; round < 20; round++) {
            FramePair pair = FramePair.mixed(Effort.ofLevel(2), 22, random::nextBoolean);
            for (int left = (stepKiB << 10) - 100; left > 0; left -= Math.min(left, 30_000)) {
                pair.pass(traffic.of(Math.min(left, 30_000)));
            }
            byte[] content = new byte[1_000 + random.nextInt(60_000)];
            traffic.of(content.length).get(content);
            byte[] frame = pair.encode(content);
            long before = pair.decoder.memoryBytes();
            frame[random.nextInt(frame.length)] ^= (byte) (1 + random.nextInt(255));
            decodeDamaged(pair, frame);
            assertThat(pair.decoder.memoryBytes()).isBetween(before, FrameDecoder.memoryBytes(Effort.ofLevel(2), 22));
            assertThat(pair.decoder.memoryBytes()).isEqualTo(RealMemory.of(pair.decoder, pair.workspace()));

            pair.reset();
            for (int i = 0; i < 30; i++) {
                assertThat(pair.pass(traffic.of(30_000))).as("seed %d", seed).isPositive();
            }
        }
    }

    private static void decodeDamaged(FramePair pair, byte[] frame) {
        try {
            pair.decode(frame);
        } catch (DamagedFrameException expected) {
            assertThat(expected).hasMessageNotContaining("null");
        }
    }
}

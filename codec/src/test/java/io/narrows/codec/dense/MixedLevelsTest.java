package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests contexts whose frames are of level 0 and of another level. */
@Tag("long")
class MixedLevelsTest {
    /** The window is far smaller than the stream, content is learned between frames, and the context is reset occasionally. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "3, 2", "1, 20", "2, 200"})
    void pass_levelsAtRandom_equalsWhatWasEncoded(int level, int framesBetweenChanges) throws Exception {
        long seed = Seed.of("MixedLevelsTest, level " + level + ", " + framesBetweenChanges);
        Random random = new Random(seed);
        Traffic traffic = new Traffic(random);
        boolean[] isLevel0 = {false};
        FramePair pair = FramePair.mixed(
                Effort.ofLevel(level), 17, () -> isLevel0[0] ^= random.nextInt(framesBetweenChanges) == 0);

        long bytes = 0;
        for (int message = 0; message < 1_500; message++) {
            ByteBuffer next = traffic.next(64 << 10);
            if (message % 600 > 0 && random.nextInt(8) == 0) {
                byte[] learnt = new byte[1 + random.nextInt(next.remaining())];
                next.duplicate().get(learnt);
                pair.learn(learnt);
            }
            bytes += pair.pass(next);
            if (message % 600 == 599) {
                pair.reset();
            }
        }
        assertThat(bytes).as("seed %d", seed).isGreaterThan(1 << 17);
    }

    /** Content of frames of level 0 is as good a source for the other levels as that of their own frames, and the other way round. */
    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "false, 3", "true, 3"})
    void pass_contentOfFramesOfTheOtherLevel_takesFewBytes(boolean level0First, int phase) throws Exception {
        Random random = new Random(1);
        byte[] noise = new byte[150_000];
        random.nextBytes(noise);
        boolean[] isLevel0 = {level0First};
        FramePair pair = FramePair.mixed(Effort.ofLevel(1), 18, () -> isLevel0[0]);
        for (int at = 0; at < noise.length; at += 50_000) {
            pair.pass(ByteBuffer.wrap(noise, at, 50_000));
        }

        // The other levels do not search in plain runs, so only level 0 gets other noise before what is repeated.
        for (int from : new int[] {5_000, 90_000}) {
            isLevel0[0] ^= true;
            byte[] content = new byte[isLevel0[0] ? 50_000 : 40_000];
            random.nextBytes(content);
            int before = content.length - 40_000;
            System.arraycopy(noise, from + phase, content, before, 40_000);
            assertThat(pair.pass(ByteBuffer.wrap(content))).isLessThan(before + 100);
        }
    }

    /** Searches take long steps in a long run of literals; the place of the repeated bytes must not hide them. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void pass_bytesFromWithinAFrame_withinAnother_areFoundInEachPhase(int phase) throws Exception {
        Random random = new Random(11);
        byte[] first = new byte[40_000];
        random.nextBytes(first);
        byte[] second = new byte[20_000];
        random.nextBytes(second);
        System.arraycopy(first, 25_000 + phase, second, 10_000, 1_000);
        FramePair pair = new FramePair(0, 18);
        pair.pass(ByteBuffer.wrap(first));

        assertThat(pair.pass(ByteBuffer.wrap(second))).isLessThan(second.length - 1_000 + 150);
    }

    /** The distance to the last frame of the same size may exceed the largest new distance. */
    @Test
    void pass_frameOfAKnownSize_farBack_takesFewBytesAtLevel0() throws Exception {
        Random random = new Random(3);
        byte[] before = new byte[2_000];
        random.nextBytes(before);
        byte[] record = new byte[1_000];
        random.nextBytes(record);
        byte[] between = new byte[60_000];
        FramePair pair = new FramePair(0, 24);
        pair.pass(ByteBuffer.wrap(before));
        pair.pass(ByteBuffer.wrap(record));
        for (int sent = 0; sent < 1 << 24; sent += between.length) { // a lap that is longer than the window
            random.nextBytes(between);
            pair.pass(ByteBuffer.wrap(between));
        }

        assertThat(pair.pass(ByteBuffer.wrap(record))).isLessThan(100);
    }

    @Test
    void pass_wholeFrameAgain_takesFewBytesAtLevel0() throws Exception {
        byte[] heartbeat = new byte[151];
        new Random(5).nextBytes(heartbeat);
        FramePair pair = new FramePair(0, 17);
        for (int i = 0; i < 100; i++) {
            pair.pass(ByteBuffer.wrap(heartbeat));
        }

        assertThat(pair.pass(ByteBuffer.wrap(heartbeat))).isLessThanOrEqualTo(3);
    }

    @Test
    void encodeAtLevel0_inAContextWithout_isRefused() {
        FrameEncoder encoder = new FrameEncoder(Effort.ofLevel(1), 17, false, new ArrayPool(0));

        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() ->
                        encoder.encodeAtLevel0(ByteBuffer.allocate(3), ByteBuffer.allocate(1_000), new Workspace()));
    }

    /** A decoder reuses the models of its last context if that had frames of level 0, too. */
    @Test
    void decode_contextsWithAndWithoutLevel0_afterEachOther() throws Exception {
        Random random = new Random(9);
        Traffic traffic = new Traffic(random);
        FramePair with = new FramePair(0, 17);
        FramePair without = FramePair.older(Effort.ofLevel(1), 17);

        for (FramePair pair : List.of(with, with, without, without, with, with)) {
            with.decoder.reset();
            pair.encoder.reset();
            for (int i = 0; i < 20; i++) {
                ByteBuffer next = traffic.next(4_000);
                byte[] content = Arrays.copyOfRange(next.array(), next.position(), next.limit());
                assertThat(with.decode(pair.encode(content))).isEqualTo(content);
            }
        }
    }

    @Test
    void decode_bytesBehind_areRefused() {
        byte[] frame = new FramePair(0, 17).encode(new byte[] {1, 2, 3});

        assertThatExceptionOfType(DamagedFrameException.class)
                .isThrownBy(() -> new FramePair(0, 17).decode(Arrays.copyOf(frame, frame.length + 1)));
    }

    /** The interval of a frame ends in coded bytes; behind them, any bytes may follow. The last ones may carry into earlier ones. */
    @Test
    void finishBeforeOthers_decodedWithAnyBytesBehind_endsWhereItWasWritten() throws Exception {
        long seed = Seed.of("MixedLevelsTest, ends");
        Random random = new Random(seed);
        int carries = 0;
        for (int frame = 0; frame < 20_000; frame++) {
            boolean[] unlikely = new boolean[1 + random.nextInt(60)];
            for (int i = 0; i < unlikely.length; i++) {
                unlikely[i] = random.nextInt(8) == 0;
            }
            byte[] coded = new byte[200];
            BitEncoder encoder = new BitEncoder();
            encoder.start(coded, 0);
            int[] bits = skewedBits();
            long[] nibbles = skewedNibbles();
            for (boolean is : unlikely) {
                encoder.bit(bits, 0, is ? 1 : 0);
                encoder.nibble(nibbles, 0, is ? 3 : 15);
            }
            byte[] before = Arrays.copyOf(coded, encoder.written());
            int end = encoder.finishBeforeOthers();
            carries += Arrays.equals(before, Arrays.copyOf(coded, before.length)) ? 0 : 1;
            byte[] others = new byte[20];
            random.nextBytes(others);
            Arrays.fill(others, 0, random.nextInt(20), (byte) (random.nextBoolean() ? 0 : -1));
            System.arraycopy(others, 0, coded, end, others.length);
            BitDecoder decoder = new BitDecoder();
            decoder.start(coded, 0, end + others.length);
            bits = skewedBits();
            nibbles = skewedNibbles();
            for (boolean is : unlikely) {
                assertThat(decoder.bit(bits, 0)).isEqualTo(is ? 1 : 0);
                assertThat(decoder.nibble(nibbles, 0)).isEqualTo(is ? 3 : 15);
            }
            assertThat(decoder.finishBeforeOthers()).as("seed %d", seed).isEqualTo(end);
        }
        assertThat(carries).as("seed %d", seed).isPositive();
    }

    /** Returns a model that expects 0, coded in the upper part of an interval. */
    private static int[] skewedBits() {
        int[] model = {Probability.EVEN};
        for (int i = 0; i < 200; i++) {
            model[0] = Probability.update(model[0], 0);
        }
        return model;
    }

    /** Returns a table that expects 15, coded in the upper part of an interval. */
    private static long[] skewedNibbles() {
        long[] table = new long[Nibbles.TABLE];
        Nibbles.clear(table, 0, table.length);
        for (int i = 0; i < 200; i++) {
            Nibbles.update(table, 0, 15);
        }
        return table;
    }
}

package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.testkit.Seed;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

class HostileFramesTest {
    @Test
    void decode_mutatedFrames_mostlyRefusedAndNeverWorse() {
        long seed = Seed.of(HostileFramesTest.class);

        Mutations.Outcome outcome = new Mutations(seed).run(1_000);

        assertThat(outcome.frames()).isEqualTo(1_000);
        assertThat(outcome.refused()).as("seed %d", seed).isGreaterThan(700);
    }

    @Test
    void decode_unknownVersion_isRefused() {
        byte[] frame = new FramePair(2, 17).encode(new byte[] {1, 2, 3});
        frame[0] = 3;

        assertRefused(frame, 17, "version 3 (expected: 1-2)");
    }

    @Test
    void decode_windowAboveTheLimit_isRefused() {
        byte[] frame = new FramePair(2, 20).encode(new byte[] {1, 2, 3});

        assertRefused(frame, 19, "window log 20 (expected: 17-19)");
    }

    @Test
    void decode_unknownFlag_isRefused() {
        byte[] frame = new FramePair(2, 17).encode(new byte[] {1, 2, 3});
        frame[1] |= 0x20;

        assertRefused(frame, 24, "window log 49 (expected: 17-24)");
    }

    @Test
    void decode_firstFrameOfOneByte_isRefused() {
        assertRefused(new byte[] {1}, 17, "first frame of 1 bytes (expected: at least 2)");
    }

    @Test
    void decode_bytesBehind_areRefused() {
        byte[] frame = new FramePair(2, 17).encode(new byte[] {1, 2, 3});
        byte[] longer = Arrays.copyOf(frame, frame.length + 1);

        assertRefused(longer, 17, "a frame of " + (frame.length - 1) + " bytes (expected: " + (frame.length - 2) + ")");
    }

    @Test
    void decode_level0_runBeyondThePiece_isRefused() {
        assertRefused(
                level0(10, (sequences, from) -> sequences.last(from, 20)),
                17,
                "a run of 20 literals (expected: at most 10)");
        assertRefused(
                level0(5, (sequences, from) -> sequences.last(from, 6)),
                17,
                "a run of 6 literals (expected: at most 5)");
    }

    @Test
    void decode_level0_matchBeyondThePiece_isRefused() {
        assertRefused(
                level0(10, (sequences, from) -> sequences.sequence(from, 0, 0, 1, 11)),
                17,
                "a match of 11 bytes, 1 back (expected: at most 10)");
    }

    @Test
    void decode_level0_distanceBeforeTheWindow_isRefused() {
        assertRefused(
                level0(10, (sequences, from) -> sequences.sequence(from, 0, Offsets.COUNT, 5_000, 10)),
                17,
                "a match of 10 bytes, 5000 back (expected: at most 10)");
    }

    @Test
    void decode_level0_fewerStoredLiteralsThanARunHas_isRefused() {
        byte[] frame = level0(1_000, (sequences, from) -> sequences.last(from, 1_000));
        byte[] shorter = Arrays.copyOf(frame, frame.length - 300);

        assertRefused(
                shorter, 17, "a run of 1000 literals (expected: at most " + (shorter.length - Parameters.BYTES) + ")");
    }

    @Test
    void decode_level0_storedLiteralsThatOverlapTheCodedBytes_areRefused() {
        byte[] frame = level0(1_000, (sequences, from) -> sequences.last(from, 1_000));
        int coded = frame.length - Parameters.BYTES - 1_000;

        assertRefused(
                Arrays.copyOf(frame, frame.length - 1),
                17,
                "literals at " + (coded - 1) + " (expected: " + coded + ")");
    }

    /** Returns the first frame of a context, of level 0, with sequences that no search returns. */
    private static byte[] level0(int size, ObjIntConsumer<SequenceWriter> written) {
        ArrayPool arrays = new ArrayPool(0);
        Parameters parameters = new Parameters(Parameters.VERSION_2, 17, Literals.NIBBLES);
        Models models = new Models(Literals.NIBBLES, arrays);
        SequenceModels ofSequences = new SequenceModels(arrays);
        History history = new History(17, arrays);
        Offsets offsets = new Offsets();
        BitEncoder coder = new BitEncoder();
        SequenceWriter sequences = new SequenceWriter(ofSequences, models, history, offsets, coder);
        int room = 2_000;
        byte[] coded = new byte[room];
        coder.start(coded, 0);
        ofSequences.encodeLevel(coder, true);
        new Sizes().encode(coder, models, size);
        sequences.start(coded, room);
        int from = history.begin(size);
        offsets.begin(history);
        offsets.beginFrame(history, size);
        sequences.begin();
        written.accept(sequences, from);
        int end = coder.finishBeforeOthers();
        int stored = room - sequences.literalsAt();
        byte[] frame = new byte[Parameters.BYTES + end + stored];
        frame[0] = (byte) parameters.version();
        frame[1] = parameters.flags();
        System.arraycopy(coded, 0, frame, Parameters.BYTES, end);
        System.arraycopy(coded, sequences.literalsAt(), frame, Parameters.BYTES + end, stored);
        return frame;
    }

    private static void assertRefused(byte[] frame, int windowLog, String message) {
        assertThatExceptionOfType(DamagedFrameException.class)
                .isThrownBy(() -> new FramePair(2, windowLog).decode(frame))
                .withMessage(message);
    }
}

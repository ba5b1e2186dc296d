package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

/** Tests phrases that no encoder writes. */
final class HostilePhrasesTest {
    private final PhraseModels phrases = new PhraseModels();

    @Test
    void literalsBeyondThePiece_areRefused() {
        assertRefused(
                frame(3, (writer, from) -> writer.literals(from, 5, 0)), "a run of 5 literals (expected: at most 3)");
    }

    @Test
    void matchBeyondThePiece_isRefused() {
        assertRefused(
                frame(10, (writer, from) -> writer.match(from, 0, 1, 11)),
                "a match of 11 bytes, 1 back (expected: at most 10)");
        assertRefused(
                frame(10, (writer, from) -> {
                    writer.literals(from, 2, 0);
                    writer.match(from + 2, 2, 3, 9);
                }),
                "a match of 9 bytes, 3 back (expected: at most 8)");
    }

    @Test
    void literalsUpToTheEndOfThePiece_withAMatch_areRefused() {
        assertRefused(
                frame(1, (writer, from) -> writer.coder.nibble(phrases.tokens, writer.context(from), Phrases.JOINT)),
                "1 literals and a match (expected: at most 1 bytes)");
    }

    @Test
    void distanceBeforeTheWindow_isRefused() {
        assertRefused(
                frame(10, (writer, from) -> writer.match(from, Offsets.COUNT, 5_000, 10)),
                "a match of 10 bytes, 5000 back (expected: at most 10)");
    }

    @Test
    void newMatch_thatEndsWithAToken_isRefused() {
        assertRefused(
                frame(10, (writer, from) -> {
                    writer.coder.nibble(phrases.tokens, writer.context(from), Phrases.NEW);
                    writer.coder.nibble(phrases.lengths, PhraseModels.lengthOfNew(0), Counts.ENDS);
                }),
                "length class 15");
    }

    /** Returns the first frame of a context. */
    private byte[] frame(int size, ObjIntConsumer<PhraseWriter> written) {
        ArrayPool arrays = new ArrayPool(0);
        Parameters parameters = new Parameters(Parameters.WITH_LEVEL_0, 17, Literals.NIBBLES);
        Models models = new Models(Literals.NIBBLES, arrays);
        phrases.clear();
        History history = new History(17, arrays);
        Offsets offsets = new Offsets();
        PhraseWriter writer = new PhraseWriter(models, phrases, history, offsets);
        byte[] frame = new byte[200];
        frame[0] = (byte) parameters.version();
        frame[1] = parameters.flags();
        writer.coder.start(frame, Parameters.BYTES);
        new SequenceModels(arrays).encodeLevel(writer.coder, false);
        new Sizes().encode(writer.coder, models, size);
        int from = history.begin(size);
        offsets.begin(history);
        offsets.beginFrame(history, size);
        writer.beginPiece();
        written.accept(writer, from);
        return Arrays.copyOf(frame, writer.coder.finish());
    }

    private static void assertRefused(byte[] frame, String message) {
        assertThatExceptionOfType(DamagedFrameException.class)
                .isThrownBy(() -> new FramePair(2, 17).decode(frame))
                .withMessage(message);
    }
}

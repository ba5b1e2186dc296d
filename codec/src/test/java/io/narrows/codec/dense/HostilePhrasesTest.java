package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests phrases that no encoder writes. */
final class HostilePhrasesTest {
    private final PhraseFrames frames = new PhraseFrames();
    private final FramePair pair = new FramePair(2, 17);

    @Test
    void literalsBeyondThePiece_areRefused() {
        assertRefused(
                frames.next(3, (writer, from) -> writer.literals(from, 5, 0)),
                "a run of 5 literals (expected: at most 3)");
    }

    @Test
    void literalsBeyondThePiece_beforeAMatch_areRefused() {
        assertRefused(
                frames.next(2, (writer, from) -> frames.token(from, Phrases.JOINT + 2)),
                "a run of 3 literals (expected: at most 2)");
    }

    @Test
    void literalsUpToTheEndOfThePiece_withAMatch_areRefused() {
        assertRefused(
                frames.next(1, (writer, from) -> frames.token(from, Phrases.JOINT)),
                "a match after 1 literals (expected: the end of the piece)");
    }

    @Test
    void matchBeyondThePiece_isRefused() {
        assertRefused(
                frames.next(10, (writer, from) -> writer.match(from, 0, 1, 11)),
                "a match of 11 bytes, 1 back (expected: at most 10)");
    }

    @Test
    void matchOfAnOlderDistance_beyondThePiece_isRefused() {
        assertRefused(
                frames.next(10, (writer, from) -> {
                    writer.literals(from, 2, 0);
                    writer.match(from + 2, 2, 3, 9);
                }),
                "a match of 9 bytes, 3 back (expected: at most 8)");
    }

    @Test
    void distanceBeforeTheWindow_isRefused() {
        assertRefused(
                frames.next(10, (writer, from) -> writer.match(from, Offsets.COUNT, 5_000, 10)),
                "a match of 10 bytes, 5000 back (expected: at most 10)");
    }

    /** The last five bytes of a lap are a source of five bytes, not of six. */
    @Test
    void matchAcrossTheEndOfALap_isRefused() throws Exception {
        int piece = History.PIECE;
        pair.decode(frames.next(piece, (writer, from) -> {
            writer.literals(from, 1, 0);
            writer.match(from + 1, 0, 1, piece - 1);
        }));
        pair.decode(frames.next(piece, (writer, from) -> writer.match(from, 0, piece, piece)));
        assertThat(pair.decode(frames.next(5, (writer, from) -> writer.match(from, Offsets.COUNT, 5, 5))))
                .isEqualTo(new byte[5]);

        assertRefused(
                frames.next(10, (writer, from) -> writer.match(from, Offsets.COUNT, 10, 6)),
                "a match of 6 bytes, 10 back (expected: at most 10)");
    }

    @Test
    void newMatch_thatEndsWithAToken_isRefused() {
        assertRefused(
                frames.next(10, (writer, from) -> {
                    frames.token(from, Phrases.NEW);
                    frames.lengthClass(PhraseModels.lengthOfNew(0), Phrases.ENDS);
                }),
                "length class 15");
    }

    @Test
    void matchOfTheLastDistance_thatEndsElsewhere_withTheClassOfEndingWithAToken_isRefused() {
        assertRefused(
                frames.next(10, (writer, from) -> {
                    frames.token(from, Phrases.LAST);
                    frames.lengthClass(PhraseModels.lengthOfLast(writer.restClass), Phrases.ENDS);
                }),
                "length class 15");
    }

    /** The source is the byte before the piece, whose token ends with it. */
    @Test
    void matchOfAnOlderDistance_thatEndsWithATokenAfterOneByte_isRefused() {
        assertRefused(
                frames.next(10, (writer, from) -> {
                    writer.literals(from, 1, 0);
                    frames.token(from + 1, Phrases.OLDER);
                    frames.lengthClass(PhraseModels.lengthOfOlder(1, 1), Phrases.ENDS);
                }),
                "a match of 1 bytes of an older distance (expected: at least 2)");
    }

    /** Classes 7 and 8 have offsets of two and three bits, which are coded in four. */
    @ParameterizedTest
    @CsvSource({"7, 4", "7, 15", "8, 8", "8, 15"})
    void offsetBeyondTheClassOfALength_isRefused(int lengthClass, int place) {
        assertRefused(
                frames.next(100, (writer, from) -> {
                    frames.token(from, Phrases.LAST);
                    frames.lengthClass(PhraseModels.lengthOfLast(writer.restClass), lengthClass);
                    frames.lengthPlace(lengthClass, place);
                }),
                "offset " + place + " in length class " + lengthClass);
    }

    private void assertRefused(byte[] frame, String message) {
        assertThatExceptionOfType(DamagedFrameException.class)
                .isThrownBy(() -> pair.decode(frame))
                .withMessage(message);
    }
}

package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the search for literals and a match that one phrase codes. */
class SearchTest {
    private static final int RECORD = 40;

    private final ArrayPool arrays = new ArrayPool(0);
    private final History history = new History(17, arrays);
    private final Offsets offsets = new Offsets();
    private final Search search = new Search(Effort.ofLevel(2), history, offsets, new Prices(), true, arrays);

    @ParameterizedTest
    @CsvSource({"1, 3", "1, 10", "2, 6", "2, 10", "3, 9", "4, 12", "4, 36"})
    void literalsBeforeLast_recordThatDiffersInAField_findsTheMatchAfterIt(int literals, int length) {
        int at = records(literals, length);
        history.markMatch(at - RECORD + literals + length);

        assertThat(search.literalsBeforeLast(at)).isEqualTo(literals);
        assertThat(search.index).isZero();
        assertThat(search.distance).isEqualTo(RECORD);
        assertThat(search.length).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 8, 20})
    void literalsBeforeLast_otherNumberOfLiterals_findsNone(int literals) {
        int at = records(literals, 20);
        history.markMatch(at - RECORD + literals + 20);

        assertThat(search.literalsBeforeLast(at)).isZero();
    }

    @Test
    void literalsBeforeLast_matchThatGoesOnBehindTheToken_findsItUpToThere() {
        int at = records(2, 20);
        history.markMatch(at - RECORD + 2 + 10);

        assertThat(search.literalsBeforeLast(at)).isEqualTo(2);
        assertThat(search.length).isEqualTo(10);
    }

    @Test
    void literalsBeforeLast_matchThatEndsWithinTheToken_findsNone() {
        int at = records(2, 9);
        history.markMatch(at - RECORD + 2 + 10);

        assertThat(search.literalsBeforeLast(at)).isZero();
    }

    @Test
    void literalsBeforeLast_sourceIsALiteral_findsNone() {
        int at = records(2, 10);
        history.markLiteral(at - RECORD + 2);
        history.markMatch(at - RECORD + 2 + 10);

        assertThat(search.literalsBeforeLast(at)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 5", "4, 11"})
    void literalsBeforeLast_matchThatIsShortForTheLiterals_findsNone(int literals, int length) {
        int at = records(literals, length);
        history.markMatch(at - RECORD + literals + length);

        assertThat(search.literalsBeforeLast(at)).isZero();
    }

    /** Adds two records, which differ in the first bytes and from another position on. Returns the position of the second one. */
    private int records(int different, int equal) {
        int first = history.begin(RECORD);
        history.markMatch(first);
        int second = history.begin(RECORD);
        for (int i = 0; i < RECORD; i++) {
            history.bytes()[first + i] = (byte) i;
            history.bytes()[second + i] = (byte) (i < different || i >= different + equal ? 100 + i : i);
        }
        offsets.use(Offsets.COUNT - 1, RECORD);
        return second;
    }
}

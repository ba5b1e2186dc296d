package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which positions a search at level 0 leaves in the table. */
class SequenceSearchTest {
    private static final int LENGTH = 10_000;

    private final ArrayPool arrays = new ArrayPool(0);
    private final History history = new History(17, arrays);
    private final Offsets offsets = new Offsets();
    private final HashTable table = new HashTable(16, 16, arrays);
    private final BitEncoder coder = new BitEncoder();
    private final SequenceWriter sequences = new SequenceWriter(
            new SequenceModels(arrays), new Models(Literals.NIBBLES, arrays), history, offsets, coder);
    private final SequenceSearch search = new SequenceSearch(history, offsets, table, sequences);

    /** Whichever of eight phases the steps of a later search have, they come across an inserted position. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void piece_longRun_insertsPositionsOfEachPhase(int phase) {
        search(new byte[0], 0);

        assertThat(longestWithout(phase)).isLessThanOrEqualTo(128);
    }

    /** After a match in a frame that has grown, no more matches are used, but later frames find the rest. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void piece_thatHasGrown_insertsPositionsOfEachPhase(int phase) {
        search(new byte[100], -1 << 20);

        assertThat(longestWithout(phase)).isLessThanOrEqualTo(128);
    }

    /** @param shift less than 0 if the frame has grown by more */
    private void search(byte[] begin, int shift) {
        byte[] content = new byte[LENGTH];
        new Random(7).nextBytes(content);
        System.arraycopy(begin, 0, content, 0, begin.length);
        int from = history.begin(LENGTH);
        System.arraycopy(content, 0, history.bytes(), from, LENGTH);
        offsets.begin(history);
        byte[] out = new byte[2 * LENGTH];
        coder.start(out, 0);
        sequences.start(out, out.length);
        search.piece(shift - from);
    }

    /** Returns the longest stretch of noise without a position of a phase in the table. */
    private int longestWithout(int phase) {
        int longest = 0;
        int last = history.from() + 200;
        for (int at = last - last % 8 + phase; at < history.end() - 8; at += 8) {
            if (table.get(HashTable.hash(Words.at(history.bytes(), at))) == at) {
                longest = Math.max(longest, at - last);
                last = at;
            }
        }
        return Math.max(longest, history.end() - last);
    }
}

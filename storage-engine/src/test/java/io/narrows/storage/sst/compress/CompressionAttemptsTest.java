package io.narrows.storage.sst.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.sst.parallel.CompressionRing;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionAttemptsTest {
    private static final int BLOCKS = 2_000;

    @Test
    void blocksThatShrink_areAllTried() {
        assertThat(tried(0, block -> true).cardinality()).isEqualTo(BLOCKS);
    }

    @Test
    void blocksThatDoNot_areGivenUpButForOneNowAndThen() {
        BitSet tried = tried(0, block -> false);

        assertThat(tried.nextClearBit(0)).isEqualTo(2 * CompressionAttempts.LAG - 1);
        assertThat(tried.get(1_000, BLOCKS).stream()).allMatch(block -> (1_000 + block) % 64 == 0);
        assertThat(tried.get(1_000, BLOCKS).cardinality()).isEqualTo(16);
    }

    @Test
    void oneThatShrinksAgain_hasAllTriedAgain() {
        BitSet tried = tried(0, block -> block >= 1_000);

        int probe = tried.nextSetBit(1_000);
        assertThat(tried.nextClearBit(probe + CompressionAttempts.LAG)).isEqualTo(BLOCKS);
    }

    @Test
    void oneInBetweenThatShrinks_keepsAllTried() {
        assertThat(tried(0, block -> block % 32 == 0).cardinality()).isEqualTo(BLOCKS);
    }

    /** The decisions do not depend on how late outcomes arrive, within the lag. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16, CompressionAttempts.LAG - 1})
    void answers_doNotDependOnHowManyAreUnderWay(int underWay) {
        IntPredicate shrinks = block -> block / 150 % 2 == 0;

        assertThat(tried(underWay, shrinks)).isEqualTo(tried(0, shrinks));
    }

    @Test
    void noRingHasMoreUnderWayThanTheLag() {
        assertThat(CompressionRing.MAX_SLOTS).isLessThanOrEqualTo(CompressionAttempts.LAG);
    }

    /** Returns which blocks are tried if that many are decided before the first outcome is known. */
    private static BitSet tried(int underWay, IntPredicate shrinks) {
        CompressionAttempts attempts = new CompressionAttempts();
        BitSet tried = new BitSet();
        Queue<Integer> blocks = new ArrayDeque<>();
        for (int block = 0; block < BLOCKS; block++) {
            tried.set(block, attempts.next());
            blocks.add(block);
            if (blocks.size() > underWay) {
                int done = blocks.remove();
                attempts.done(tried.get(done), tried.get(done) && shrinks.test(done));
            }
        }
        return tried;
    }
}

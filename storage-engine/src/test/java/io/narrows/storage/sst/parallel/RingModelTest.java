package io.narrows.storage.sst.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every interleaving of small rings: no deadlock, every sleeping thread is woken, every block is compressed once and written
 * once, in order, one at a time.
 */
class RingModelTest {
    private static final int BEFORE_WRAP = 254;

    @ParameterizedTest
    @CsvSource({"2, 0, 6", "4, 0, 10", "2, 1, 6", "4, 1, 9", "4, 2, 8", "4, 3, 8", "8, 2, 10"})
    void everyInterleavingWritesAllInOrder(int slots, int workers, int blocks) {
        RingModel model = new RingModel(slots, workers, blocks, BEFORE_WRAP, false, false, RingModel.NO_FLAW);

        int states = model.explore();

        System.out.printf("%s: %,d states%n", model, states);
        assertThat(states).isGreaterThan(blocks);
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 5", "4, 1, 6", "4, 2, 6", "4, 3, 5"})
    void workersMayEndAtAnyTransition(int slots, int workers, int blocks) {
        RingModel model = new RingModel(slots, workers, blocks, BEFORE_WRAP, false, true, RingModel.NO_FLAW);

        int states = model.explore();

        System.out.printf("%s: %,d states%n", model, states);
        assertThat(states).isGreaterThan(blocks);
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 5", "4, 1, 6", "4, 2, 5", "4, 3, 4"})
    void failuresAndEarlyClosingEndInOrder(int slots, int workers, int blocks) {
        RingModel model = new RingModel(slots, workers, blocks, BEFORE_WRAP, true, true, RingModel.NO_FLAW);

        int states = model.explore();

        System.out.printf("%s: %,d states%n", model, states);
        assertThat(states).isGreaterThan(blocks);
    }

    @Test
    void theModelFindsALostWakeUp() {
        RingModel model = flawed((before, after) -> after | before & RingState.WAITS_MASK);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(model::explore)
                .withMessageContaining("somebody whom the emitter waits for");
    }

    @Test
    void theModelFindsABlockThatIsWrittenTwice() {
        RingModel model = flawed((before, after) -> after | before & 0xffff_ffffL);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(model::explore)
                .withMessageContaining("writers in");
    }

    private static RingModel flawed(LongBinaryOperator flaw) {
        return new RingModel(4, 2, 6, BEFORE_WRAP, false, false, flaw);
    }
}

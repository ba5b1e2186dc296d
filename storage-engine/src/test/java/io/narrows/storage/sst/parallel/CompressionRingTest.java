package io.narrows.storage.sst.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the guarantees for an emitter without workers, where every order is deterministic. */
class CompressionRingTest {
    private static final class Slot {
        int number;
    }

    private final List<String> events = new ArrayList<>();

    private final Stage<Slot> recording = new Stage<>() {
        @Override
        public void compress(Slot slot) throws IOException {
            events.add("compress " + slot.number);
        }

        @Override
        public void write(Slot slot) throws IOException {
            events.add("write " + slot.number);
        }
    };

    private final CompressionPool nobody = new CompressionPool(0);

    @Test
    void withoutWorkersTheEmitterDoesAll() throws IOException {
        try (CompressionRing<Slot> ring = new CompressionRing<>(slots(4), recording, nobody)) {
            emit(ring, 0, 6);
            ring.drain();
        }

        assertThat(events)
                .isEqualTo(IntStream.range(0, 6)
                        .boxed()
                        .flatMap(number -> Stream.of("compress " + number, "write " + number))
                        .toList());
    }

    @Test
    void nothingIsCompressedByTheEmitterWhileASlotIsFree() throws IOException {
        try (CompressionRing<Slot> ring = new CompressionRing<>(slots(4), recording, nobody)) {
            emit(ring, 0, 4);

            assertThat(events).isEmpty();
        }
    }

    @Test
    void aFullRingFreesOneSlot() throws IOException {
        try (CompressionRing<Slot> ring = new CompressionRing<>(slots(4), recording, nobody)) {
            emit(ring, 0, 4);

            ring.claim();

            assertThat(events).containsExactly("compress 0", "write 0");
        }
    }

    @Test
    void aRingGoesOnAfterItWasDrained() throws IOException {
        try (CompressionRing<Slot> ring = new CompressionRing<>(slots(4), recording, nobody)) {
            emit(ring, 0, 2);
            ring.drain();
            emit(ring, 2, 5);
            ring.drain();
        }

        assertThat(written()).containsExactly("write 0", "write 1", "write 2", "write 3", "write 4");
    }

    @Test
    void slotsComeBackAsTheyWereLeft() throws IOException {
        List<Slot> slots = slots(4);

        try (CompressionRing<Slot> ring = new CompressionRing<>(slots, recording, nobody)) {
            emit(ring, 7, 11);
            Slot again = ring.claim();

            assertThat(again).isSameAs(slots.get(0));
            assertThat(again.number).isEqualTo(7);
        }
    }

    @Test
    void closingGivesUpWhatIsNotWritten() throws IOException {
        CompressionRing<Slot> ring = new CompressionRing<>(slots(4), recording, nobody);
        emit(ring, 0, 3);

        ring.close();

        assertThat(events).isEmpty();
        assertThatIllegalStateException().isThrownBy(ring::claim).withMessage("the ring is closed");
        assertThatIllegalStateException().isThrownBy(ring::drain).withMessage("the ring is closed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compress", "write"})
    void theEmitterGetsWhatItsOwnStageThrew(String stage) throws IOException {
        IOException thrown = new IOException("disk full");
        CompressionRing<Slot> ring = new CompressionRing<>(slots(4), failing(stage, 1, thrown), nobody);
        emit(ring, 0, 3);

        assertThatThrownBy(ring::drain).isSameAs(thrown);

        assertThatThrownBy(ring::claim).isSameAs(thrown);
        assertThat(written()).containsExactly("write 0");
        ring.close();
    }

    @Test
    void errorsAreNotSwallowed() throws IOException {
        OutOfMemoryError thrown = new OutOfMemoryError("no room");
        Stage<Slot> stage = new Stage<>() {
            @Override
            public void compress(Slot slot) {
                throw thrown;
            }

            @Override
            public void write(Slot slot) {}
        };

        try (CompressionRing<Slot> ring = new CompressionRing<>(slots(4), stage, nobody)) {
            emit(ring, 0, 1);

            assertThatExceptionOfType(OutOfMemoryError.class)
                    .isThrownBy(ring::drain)
                    .isSameAs(thrown);
        }
    }

    @Test
    void claimingAndEmittingTakeTurns() throws IOException {
        try (CompressionRing<Slot> ring = new CompressionRing<>(slots(4), recording, nobody)) {
            assertThatIllegalStateException().isThrownBy(ring::emit).withMessage("no slot is claimed");

            ring.claim();

            assertThatIllegalStateException().isThrownBy(ring::claim);
            assertThatIllegalStateException().isThrownBy(ring::drain);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 6, 64})
    void otherNumbersOfSlotsAreRefused(int number) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CompressionRing<>(slots(number), recording, nobody))
                .withMessage("slots: " + number + " (expected: a power of two, 4-32)");
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "1, 8", "2, 16", "3, 16", "4, 32", "7, 32", "64, 32"})
    void slotsGrowWithTheWorkers(int workers, int expected) {
        assertThat(CompressionRing.slotsFor(workers)).isEqualTo(expected);
    }

    private List<String> written() {
        return events.stream().filter(event -> event.startsWith("write")).toList();
    }

    private Stage<Slot> failing(String stage, int number, IOException thrown) {
        return new Stage<>() {
            @Override
            public void compress(Slot slot) throws IOException {
                if (stage.equals("compress") && slot.number == number) {
                    throw thrown;
                }
                recording.compress(slot);
            }

            @Override
            public void write(Slot slot) throws IOException {
                if (stage.equals("write") && slot.number == number) {
                    throw thrown;
                }
                recording.write(slot);
            }
        };
    }

    private static List<Slot> slots(int number) {
        return Stream.generate(Slot::new).limit(number).toList();
    }

    private static void emit(CompressionRing<Slot> ring, int from, int to) throws IOException {
        for (int number = from; number < to; number++) {
            ring.claim().number = number;
            ring.emit();
        }
    }
}

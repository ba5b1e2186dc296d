package io.narrows.storage.sst.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.sst.parallel.RingState.Done;
import io.narrows.storage.sst.parallel.RingState.Duty;
import io.narrows.storage.sst.parallel.RingState.Role;
import org.junit.jupiter.api.Test;

/** Single transitions, which the model does not test individually; {@link RingModelTest} combines them all. */
class RingStateTest {
    private static final int SLOTS = 4;

    @Test
    void theEmitterProceedsWhileASlotIsFree() {
        long state = emitted(RingState.empty(0), SLOTS - 1);

        assertThat(RingState.duty(state, Role.EMITTER, SLOTS)).isEqualTo(Duty.PROCEED);
    }

    @Test
    void theEmitterOfAFullRingCompresses() {
        long state = emitted(RingState.empty(0), SLOTS);

        assertThat(RingState.duty(state, Role.EMITTER, SLOTS)).isEqualTo(Duty.COMPRESS);
    }

    @Test
    void writingComesBeforeCompressing() {
        long state = RingState.taken(emitted(RingState.empty(0), SLOTS), Role.WORKER, SLOTS);

        state = RingState.finished(state, Done.COMPRESSED, 0);

        assertThat(RingState.duty(state, Role.WORKER, SLOTS)).isEqualTo(Duty.WRITE);
    }

    @Test
    void nobodyElseWritesWhileABlockIsBeingWritten() {
        long state = emitted(RingState.joined(RingState.empty(0)), 2);
        state = RingState.taken(state, Role.WORKER, SLOTS);
        state = RingState.taken(state, Role.WORKER, SLOTS);
        state = RingState.taken(RingState.finished(state, Done.COMPRESSED, 0), Role.WORKER, SLOTS);

        state = RingState.finished(state, Done.COMPRESSED, 1);

        assertThat(RingState.duty(state, Role.WORKER, SLOTS)).isEqualTo(Duty.LEAVE);
        assertThat(RingState.duty(RingState.finished(state, Done.WRITTEN, 0), Role.WORKER, SLOTS))
                .isEqualTo(Duty.WRITE);
    }

    @Test
    void theEmitterIsWokenWhenASlotIsFree() {
        long waiting = waitingForRoom();

        long compressed = RingState.taken(RingState.finished(waiting, Done.COMPRESSED, 0), Role.WORKER, SLOTS);
        long written = RingState.taken(RingState.finished(compressed, Done.WRITTEN, 0), Role.WORKER, SLOTS);

        assertThat(RingState.wakesEmitter(waiting, compressed)).isFalse();
        assertThat(RingState.wakesEmitter(compressed, written)).isTrue();
    }

    @Test
    void theEmitterIsWokenByAnAbort() {
        long waiting = waitingForRoom();

        long aborted = RingState.aborted(waiting, SLOTS);

        assertThat(RingState.wakesEmitter(waiting, aborted)).isTrue();
        assertThat(RingState.duty(aborted, Role.EMITTER, SLOTS)).isEqualTo(Duty.STOP);
    }

    @Test
    void theEmitterIsWokenByAWorkerThatLeavesItSomethingToWrite() {
        long waiting = waitingForRoom();

        long retired = RingState.taken(RingState.finished(waiting, Done.COMPRESSED, 0), Role.RETIREE, SLOTS);

        assertThat(RingState.wakesEmitter(waiting, retired)).isTrue();
        assertThat(RingState.duty(retired, Role.EMITTER, SLOTS)).isEqualTo(Duty.WRITE);
    }

    @Test
    void countersWrapWithoutTouchingTheirNeighbours() {
        long state = RingState.empty(0);

        for (int block = 1; block <= 600; block++) {
            state = RingState.emitted(state);
            state = RingState.taken(RingState.joined(state), Role.WORKER, SLOTS);
            state = RingState.taken(
                    RingState.finished(state, Done.COMPRESSED, block - 1 & SLOTS - 1), Role.WORKER, SLOTS);
            state = RingState.taken(RingState.finished(state, Done.WRITTEN, 0), Role.WORKER, SLOTS);

            assertThat(state).as("block %d", block).isEqualTo(RingState.empty(block));
        }
    }

    @Test
    void aRingOfAllSlotsAndWorkersFitsIntoTheWord() {
        long state = emitted(RingState.empty(250), RingState.MAX_SLOTS);
        for (int worker = 0; worker < RingState.MAX_ATTACHED; worker++) {
            state = RingState.taken(RingState.joined(state), Role.WORKER, RingState.MAX_SLOTS);
            state = RingState.finished(state, Done.COMPRESSED, 250 + worker & RingState.MAX_SLOTS - 1);
        }

        assertThat(RingState.attached(state)).isEqualTo(RingState.MAX_ATTACHED);
        assertThat(RingState.unwritten(state)).isEqualTo(RingState.MAX_SLOTS);
        assertThat(RingState.isEmitterWaiting(state)).isFalse();
        assertThat(RingState.isAborted(state)).isFalse();
        assertThat((int) state).isNotZero();
    }

    /** Returns a full ring: one worker compresses its first block, all others are compressed. */
    private static long waitingForRoom() {
        long state = emitted(RingState.joined(RingState.empty(0)), SLOTS);
        for (int slot = 0; slot < SLOTS; slot++) {
            state = RingState.taken(state, Role.WORKER, SLOTS);
        }
        for (int slot = 1; slot < SLOTS; slot++) {
            state = RingState.finished(state, Done.COMPRESSED, slot);
        }
        state = RingState.taken(state, Role.EMITTER, SLOTS);
        assertThat(RingState.isEmitterWaiting(state)).isTrue();
        return state;
    }

    private static long emitted(long state, int blocks) {
        long next = state;
        for (int block = 0; block < blocks; block++) {
            next = RingState.emitted(next);
        }
        return next;
    }
}

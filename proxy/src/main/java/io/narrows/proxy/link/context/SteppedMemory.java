package io.narrows.proxy.link.context;

import io.narrows.codec.ContextStep;
import java.util.List;

/**
 * The memory of a sending context at both ends: reserved for the encoder here, granted to the decoder by the peer. In steps, it is reserved as
 * the content needs it; otherwise, all of it was reserved at the beginning, and each reservation succeeds. Not thread-safe.
 */
final class SteppedMemory {
    private final Reservation reservation;

    /** Empty if all of the memory was reserved at the beginning. */
    private final List<ContextStep> steps;

    /** Memory that the decoder may take, in bytes. */
    private long granted = Long.MAX_VALUE;

    /**
     * @param reservation the maximum, or the first step
     * @param steps in ascending order; empty for the maximum at once
     */
    SteppedMemory(Reservation reservation, List<ContextStep> steps) {
        this.reservation = reservation;
        this.steps = List.copyOf(steps);
    }

    /** Returns the memory that is reserved for the encoder, in bytes. */
    long reservedBytes() {
        return reservation.bytes();
    }

    /** Returns whether the memory is reserved in steps. */
    boolean isInSteps() {
        return !steps.isEmpty();
    }

    /** Sets the memory that the decoder may take, in bytes. */
    void grant(long decoderBytes) {
        granted = decoderBytes;
    }

    /** Returns whether a decoder with so much memory has more than the peer has granted. */
    boolean exceedsGrant(long decoderBytes) {
        return decoderBytes > granted;
    }

    /** Returns the memory of a decoder that has all that the first step with at least that much memory allows, in bytes. */
    long decoderStep(long decoderBytes) {
        return isInSteps() ? step(decoderBytes, 0).decoderBytes() : decoderBytes;
    }

    /** Returns the memory of the encoder in the first step with at least that much memory at either end, in bytes. */
    long encoderStep(long decoderBytes, long encoderBytes) {
        return isInSteps() ? step(decoderBytes, encoderBytes).encoderBytes() : reservation.bytes();
    }

    private ContextStep step(long decoderBytes, long encoderBytes) {
        int last = steps.size() - 1;
        for (int i = 0; i < last; i++) {
            ContextStep step = steps.get(i);
            if (step.decoderBytes() >= decoderBytes && step.encoderBytes() >= encoderBytes) {
                return step;
            }
        }
        return steps.get(last);
    }

    private ContextStep whole() {
        return steps.get(steps.size() - 1);
    }

    /**
     * Reserves the step that has so much memory of both ends, or else at least what the encoder needs.
     *
     * @param permitted the memory that the encoder may take, in bytes
     * @param now on the nano clock
     * @return false, with nothing changed, if the peer has not granted that much, or there is not enough here
     */
    boolean tryReserve(long decoderBytes, long encoderBytes, long permitted, long now) {
        return !isInSteps()
                || !exceedsGrant(decoderBytes)
                        && (tryRaise(encoderStep(decoderBytes, encoderBytes), permitted, now)
                                || tryRaise(encoderBytes, permitted, now));
    }

    /** Reserves anything that the context may need; parameters and result as in {@link #tryReserve}. */
    boolean tryReserveWhole(long permitted, long now) {
        return !isInSteps() || tryReserve(whole().decoderBytes(), whole().encoderBytes(), permitted, now);
    }

    private boolean tryRaise(long bytes, long permitted, long now) {
        return bytes <= reservation.bytes() || bytes <= permitted && reservation.raise(bytes, now);
    }

    /** Lets the next reservation ask the account for memory again that was refused within the last second. */
    void retry() {
        reservation.retry();
    }

    /**
     * Gives back what is reserved, but not needed yet, as far as it is more than the permitted memory.
     *
     * @param decoderBytes memory that the decoder has now
     * @param encoderBytes memory that the encoder has now
     */
    void giveBackUnused(long decoderBytes, long encoderBytes, long permitted) {
        long step = encoderStep(decoderBytes, encoderBytes);
        reservation.lower(Math.min(reservation.bytes(), Math.max(encoderBytes, Math.min(step, permitted))));
    }

    /** Returns what is reserved, for a context that begins in the place of this one. Nothing is reserved here from then on. */
    Reservation handOver() {
        return reservation.handOver();
    }

    /** Gives back what is reserved; nothing after {@link #handOver}. */
    void giveBack() {
        reservation.giveBack();
    }
}

package io.narrows.proxy.link.send;

import io.narrows.proxy.link.context.CodingCost;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.link.shared.HistoryReference;
import io.narrows.proxy.meter.RawReason;
import java.util.List;

/**
 * The decision about how to send the app bytes of one frame, made before anything is compressed. Immutable; safe for use
 * by any thread.
 */
sealed interface FramePlan {

    /** The bytes are sent as they are. */
    record Raw(RawReason reason) implements FramePlan {}

    /**
     * The bytes are encoded.
     *
     * @param encoding the codec of the policy, its lower level, or its overload codec
     * @param context encodes the frame; for one thread at a time
     * @param references history to learn before the frame
     * @param sharesHistory whether the peer's frames may refer to this one
     * @param isMeasured whether the encoding time shows whether the link can afford the codec
     * @param isSubstitute whether only this frame has the encoding, because it would be late in the one that the link uses
     */
    record Encode(
            SendingPolicy.Encoding encoding,
            SendingContext context,
            List<HistoryReference> references,
            boolean sharesHistory,
            boolean isMeasured,
            boolean isSubstitute)
            implements FramePlan {
        public Encode {
            references = List.copyOf(references);
        }

        /** Returns whether the frame is of the lower level of its context. */
        boolean atLowerLevel() {
            return encoding.atLowerLevel();
        }

        /**
         * Returns whether encoding that many bytes is likely to block the event loop for too long. A link that sends all frames at level 0
         * may need a whole processor. On the event loop, its frames would delay other links, and hold back the bytes that show that level 0
         * is too slow as well. Substitutes stay on the event loop until the link has stepped down.
         */
        boolean isSlow(long bytes) {
            long all = bytes + referencedBytes() / HistoryReference.CHEAPER;
            return context.isSlow(all, atLowerLevel())
                    || !isSubstitute && encoding.isOfLevel0() && cost().isNoticeable(all);
        }

        /** Returns whether encoding that many bytes takes so long that frames written before should be flushed first. */
        boolean isNoticeable(int bytes) {
            return cost().isNoticeable(bytes);
        }

        /** Returns the cost of such frames of the context. */
        CodingCost cost() {
            return context.cost(atLowerLevel());
        }

        private int referencedBytes() {
            int sum = 0;
            for (HistoryReference reference : references) {
                sum += reference.bytes().length;
            }
            return sum;
        }
    }
}

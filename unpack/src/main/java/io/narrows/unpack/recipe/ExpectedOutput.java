package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Compares an encoder's output, as it grows, with what is expected of it. */
final class ExpectedOutput {
    private final @Nullable ByteBuffer expected;
    private final int from;
    private final int length;
    private int compared;

    /** @param expected its remaining bytes are expected; if null, all output is as expected */
    ExpectedOutput(@Nullable ByteBuffer expected) {
        this.expected = expected == null ? null : expected.duplicate();
        this.from = expected == null ? 0 : expected.position();
        this.length = expected == null ? Integer.MAX_VALUE : expected.remaining();
    }

    /**
     * Returns whether the output so far is how the expected bytes begin.
     *
     * @param output the output begins at index 0 and ends at the position
     */
    boolean continuesWith(ByteBuffer output) {
        int end = output.position();
        if (end > length) {
            return false;
        }
        if (expected != null && end > compared) {
            ByteBuffer added = output.duplicate().limit(end).position(compared);
            if (!added.equals(expected.limit(from + end).position(from + compared))) {
                return false;
            }
            compared = end;
        }
        return true;
    }
}

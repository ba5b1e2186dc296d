package io.narrows.middleware;

import io.narrows.codec.CodecSpec;
import io.narrows.middleware.meter.Cells;
import io.narrows.middleware.meter.RawReason;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the policy wants for the messages of one method to one peer, and where they are counted.
 *
 * @param encodings what gRPC calls the codec, the best of several first; none when messages go as they are
 * @param reason why they do; null when they are compressed
 * @param minSize what is smaller goes as it is, in bytes
 */
record Plan(
        CodecSpec spec,
        List<String> encodings,
        RawReason reason,
        int minSize,
        Cells sent,
        Cells received,
        Map<RawReason, LongAdder> raw) {
    boolean compresses() {
        return reason == null;
    }

    /** Counts a message that goes as it is. */
    void raw(RawReason why) {
        raw.get(why).increment();
    }
}

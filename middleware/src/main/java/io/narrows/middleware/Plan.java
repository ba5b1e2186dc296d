package io.narrows.middleware;

import io.narrows.codec.CodecSpec;
import io.narrows.middleware.meter.Cells;
import io.narrows.middleware.meter.RawReason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The policy's decision for the messages of one method to one peer, and their counters.
 *
 * @param encodings gRPC names of the codec, best first; empty if messages are not compressed
 * @param reason why messages are not compressed; null if they are
 * @param minSize size in bytes below which a message is not compressed
 */
record Plan(
        CodecSpec spec,
        List<String> encodings,
        @Nullable RawReason reason,
        int minSize,
        Cells sent,
        Cells received,
        Map<RawReason, LongAdder> raw) {
    boolean compresses() {
        return reason == null;
    }

    /** Counts an uncompressed message. */
    void raw(RawReason why) {
        Objects.requireNonNull(raw.get(why)).increment();
    }
}

package io.narrows.estimate.run;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.StreamEncoder;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open contexts by their owner, within a limit of memory: above it, those that were not used for longest are closed. For one
 * thread.
 */
final class ContextPool {
    private final Codecs codecs;
    private final long limit;
    private final Map<Object, Open> open = new LinkedHashMap<>(16, 0.75f, true);
    private long used;
    private long closedEarly;

    private record Open(StreamEncoder encoder, long bytes) {}

    ContextPool(Codecs codecs, long limit) {
        this.codecs = codecs;
        this.limit = limit;
    }

    /** Returns the open context of an owner, such as a direction; null if it has none, or no longer. */
    @Nullable
    StreamEncoder find(Object owner) {
        Open found = open.get(owner);
        return found == null ? null : found.encoder();
    }

    /** Opens a context, at the cost of others. */
    StreamEncoder open(Object owner, CodecSpec spec) {
        long bytes = ContextSizes.encoder(spec);
        Iterator<Open> oldest = open.values().iterator();
        while (used + bytes > limit && oldest.hasNext()) {
            Open other = oldest.next();
            oldest.remove();
            close(other);
            closedEarly++;
        }
        StreamEncoder encoder = codecs.streamEncoder(spec);
        open.put(owner, new Open(encoder, bytes));
        used += bytes;
        return encoder;
    }

    /** Closes the context of an owner, if it has one. */
    void close(Object owner) {
        Open removed = open.remove(owner);
        if (removed != null) {
            close(removed);
        }
    }

    private void close(Open context) {
        used -= context.bytes();
        context.encoder().close();
    }

    /** Returns how many contexts were closed before the end of their connections. */
    long closedEarly() {
        return closedEarly;
    }

    long usedBytes() {
        return used;
    }
}

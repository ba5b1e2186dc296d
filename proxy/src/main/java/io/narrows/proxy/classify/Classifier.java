package io.narrows.proxy.classify;

import io.narrows.config.ClassPattern;
import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * Says what one link carries. The configuration's word is final. Without it the first bytes of the side that connected
 * tell; where they tell nothing, or only that it is gRPC, the rhythm may tell that it is a heartbeat, for as long as it is
 * one.
 *
 * <p>Both sidecars of a link judge for themselves, by the same bytes in the same reads, and so alike when their
 * configurations have the same patterns. They may differ for the time that bytes are under way, or when several reads
 * became one frame. That harms nothing: each sender's frames name their codec. Not thread-safe.
 */
public final class Classifier {
    private final FirstBytes firstBytes;
    private final Rhythm rhythm = new Rhythm();
    private Finding found = Finding.NOTHING;
    private TrafficClass current;
    private boolean watching;

    private Classifier(TrafficClass given, FirstBytes firstBytes) {
        this.current = given;
        this.firstBytes = firstBytes;
        this.watching = given.equals(TrafficClass.DEFAULT);
    }

    /**
     * The classifier of a new link.
     *
     * @param given what the configuration says; {@link TrafficClass#DEFAULT} when it says nothing
     */
    public static Classifier of(TrafficClass given, List<ClassPattern> patterns) {
        return new Classifier(given, new FirstBytes(Recognisers.of(patterns)));
    }

    /** What the link carries, as far as known. */
    public TrafficClass trafficClass() {
        return current;
    }

    /**
     * Looks at app bytes before they are sent or delivered; true when {@link #trafficClass} changed, for these bytes already.
     *
     * @param bytes what one read brought; its indexes stay as they are
     * @param now by a clock that only differences are taken of, in nanoseconds
     */
    public boolean changedBy(Side from, ByteBuf bytes, long now) {
        if (!watching) {
            return false;
        }
        if (from == Side.CONNECTING && !firstBytes.decided()) {
            found = firstBytes.look(bytes);
        }
        boolean heartbeat = rhythm.message(from, bytes.readableBytes(), now);
        TrafficClass next;
        if (found.tells()) {
            watching = !firstBytes.decided();
            next = found.trafficClass().orElseThrow();
        } else {
            next = heartbeat ? TrafficClass.HEARTBEAT : found.trafficClass().orElse(TrafficClass.DEFAULT);
        }
        boolean changed = !next.equals(current);
        current = next;
        return changed;
    }
}

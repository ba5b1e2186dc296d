package io.narrows.proxy.classify;

import io.narrows.config.ClassPattern;
import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * Classifies the traffic of one link. A class in the configuration is final. Without it, the first bytes of the
 * connecting side decide. If they are not recognized, or only as gRPC, the rhythm may classify the connection as a
 * heartbeat, for as long as its rhythm lasts.
 *
 * <p>Both sidecars of a link classify independently, but from the same bytes in the same reads, so they agree if
 * their configurations have the same patterns. They may differ temporarily while bytes are in transit, or when
 * several reads became one frame. This is harmless, because each frame names its codec. Not thread-safe.
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
     * Returns the classifier of a new link.
     *
     * @param given the class in the configuration; {@link TrafficClass#DEFAULT} if there is none
     */
    public static Classifier of(TrafficClass given, List<ClassPattern> patterns) {
        return new Classifier(given, new FirstBytes(Recognisers.of(patterns)));
    }

    /** Returns the class of the link, as far as known. */
    public TrafficClass trafficClass() {
        return current;
    }

    /**
     * Examines app bytes before they are sent or delivered; returns whether {@link #trafficClass} changed, which
     * applies to these bytes already.
     *
     * @param bytes the bytes of one read; the indexes stay unchanged
     * @param now time of a monotonic clock in nanoseconds, used for differences only
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

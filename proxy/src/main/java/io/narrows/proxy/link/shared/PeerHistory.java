package io.narrows.proxy.link.shared;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The streams that the links to and from one peer keep. The links are on several event loops; this object's monitor
 * guards all shared state, and is held for a copy of one frame at most.
 */
final class PeerHistory {
    /**
     * Maximum streams kept in each direction; later ones are not kept. Together with {@link HistoryBuffer#CAPACITY}, this
     * bounds the memory.
     */
    static final int MAX_STREAMS = 8;

    /**
     * Generates names that are never reused, not even by another process: the peer may still know a stream of one that
     * crashed.
     */
    private static final SecureRandom NAMES = new SecureRandom();

    private final HistoryMemory memory;
    private final Set<SentStream> sent = new HashSet<>();
    private final Set<HistoryProvider> providers = new HashSet<>();
    private final Map<Long, ReceivedStream> received = new HashMap<>();

    PeerHistory(HistoryMemory memory) {
        this.memory = memory;
    }

    /** Begins a stream of bytes about to be sent; returns null if there are too many. */
    synchronized @Nullable SentStream send() {
        if (sent.size() >= MAX_STREAMS) {
            return null;
        }
        SentStream stream = new SentStream(NAMES.nextLong(), memory);
        sent.add(stream);
        providers.forEach(provider -> provider.offer(stream));
        return stream;
    }

    /** Ends a stream of a link that sends nothing more; its content is kept as long as a reader may request it. */
    synchronized void end(SentStream stream) {
        stream.end();
        forgetIfUnread(stream);
    }

    synchronized void forgetIfUnread(SentStream stream) {
        if (stream.isForgettable()) {
            sent.remove(stream);
        }
    }

    synchronized void add(HistoryProvider provider) {
        providers.add(provider);
        for (SentStream stream : sent) {
            if (!stream.ended()) {
                provider.offer(stream);
            }
        }
    }

    synchronized void remove(HistoryProvider provider) {
        providers.remove(provider);
    }

    /**
     * Begins a stream that the peer keeps; returns null if there are too many, in which case none of it is used. The
     * maximum is higher than for sent streams, because the peer may have ended streams that this side does not know to
     * have ended.
     */
    synchronized @Nullable ReceivedStream receive(long name) throws HistoryException {
        if (received.containsKey(name)) {
            throw new HistoryException(String.format("stream %016x is kept by another link", name));
        }
        if (received.size() >= 2 * MAX_STREAMS) {
            return null;
        }
        ReceivedStream stream = new ReceivedStream(memory);
        received.put(name, stream);
        return stream;
    }

    synchronized @Nullable ReceivedStream received(long name) {
        return received.get(name);
    }

    synchronized void end(long name, ReceivedStream stream) {
        stream.end();
        received.remove(name, stream);
    }
}

package io.narrows.proxy.link.shared;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The streams that links to and from one peer keep. The links are on several event loops; this object's monitor guards all
 * that they share, and is held for a copy of one frame at most.
 */
final class PeerHistory {
    /** How many streams are kept in each direction; what comes later is not. With {@link HistoryBuffer#CAPACITY} the bound of memory. */
    static final int MAX_STREAMS = 8;

    /** Names are never given again, not even by another process: the peer may still know a stream of one that has crashed. */
    private static final SecureRandom NAMES = new SecureRandom();

    private final HistoryMemory memory;
    private final Set<SentStream> sent = new HashSet<>();
    private final Set<HistoryProvider> providers = new HashSet<>();
    private final Map<Long, ReceivedStream> received = new HashMap<>();

    PeerHistory(HistoryMemory memory) {
        this.memory = memory;
    }

    /** A stream of bytes that are about to be sent, or null when there are as many as may be. */
    synchronized SentStream send() {
        if (sent.size() >= MAX_STREAMS) {
            return null;
        }
        SentStream stream = new SentStream(NAMES.nextLong(), memory);
        sent.add(stream);
        providers.forEach(provider -> provider.offer(stream));
        return stream;
    }

    /** A link does not send any more; what it sent stays as long as somebody may ask for it. */
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
     * A stream that the peer keeps, or null when there are as many as may be: then nothing of it will be used. The peer may have
     * ended streams that this side does not know to have ended, so that there may be more of these.
     */
    synchronized ReceivedStream receive(long name) throws HistoryException {
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

    synchronized ReceivedStream received(long name) {
        return received.get(name);
    }

    synchronized void end(long name, ReceivedStream stream) {
        stream.end();
        received.remove(name, stream);
    }
}

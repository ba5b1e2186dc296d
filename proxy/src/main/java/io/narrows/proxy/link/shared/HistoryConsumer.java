package io.narrows.proxy.link.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The streams that a link's sent frames may refer to, which the peer sent and this side received. A source with which
 * the link cannot keep up is returned, so that it does not delay the sender, and requested again later. Used on the
 * link's event loop.
 */
public final class HistoryConsumer {
    /** Minimum length of a reference in bytes; referring to fewer bytes costs more than it saves. */
    static final int SHORTEST = 512;

    /**
     * Maximum number of a source, so that, with the bit for "more", it fits in four bytes of seven bits each in a
     * frame.
     */
    private static final int LARGEST_NUMBER = (1 << 27) - 1;

    /** Bytes that may be learned for each byte sent, since learning takes time at both ends. */
    private static final int LEARNT_PER_SENT = 4;

    /** Time that an offered stream may be unknown here. */
    private static final long UNKNOWN_NANOS = 10_000_000_000L;

    private final PeerHistory peer;
    private final HistoryMessages messages;
    private final Map<Integer, Source> sources = new TreeMap<>();
    private boolean asked;
    private boolean everAsked;
    private int sentSinceAsked;
    private long credit;

    private static final class Source {
        final long name;
        final long offeredAt;
        long position;

        @Nullable
        ReceivedStream stream;

        Source(long name, long position, long offeredAt) {
            this.name = name;
            this.position = position;
            this.offeredAt = offeredAt;
        }
    }

    HistoryConsumer(PeerHistory peer, HistoryMessages messages) {
        this.peer = peer;
        this.messages = messages;
    }

    /**
     * Adds a stream that the peer holds from an offset on.
     *
     * @throws HistoryException if this side has not requested it, or the offer is invalid
     */
    public void offered(int source, long name, long from, long now) throws HistoryException {
        if (source < 1 || source > LARGEST_NUMBER) {
            throw new HistoryException("offer " + source + " (expected: 1-" + LARGEST_NUMBER + ")");
        }
        if (!everAsked || sources.size() >= PeerHistory.MAX_STREAMS || sources.containsKey(source) || from < 0) {
            throw new HistoryException("unexpected offer " + source + " of a stream from position " + from
                    + " (open offers: " + sources.keySet() + (everAsked ? ")" : "; none was requested)"));
        }
        sources.put(source, new Source(name, from, now));
    }

    /**
     * Returns the history references for the next dense frame, whose context must have had one before. The caller must
     * learn them and list them for the peer, in this order.
     *
     * @param bytes of the frame's content
     */
    public List<HistoryReference> references(int bytes, long now) {
        credit = Math.min(credit + (long) LEARNT_PER_SENT * bytes, HistoryBuffer.CAPACITY);
        sentSinceAsked = Math.min(sentSinceAsked + bytes, SentHistory.WORTHWHILE);
        if (!asked && sentSinceAsked >= SentHistory.WORTHWHILE) {
            asked = true;
            everAsked = true;
            messages.ask();
        }
        if (sources.isEmpty()) {
            return List.of();
        }
        giveBack(now);
        return next();
    }

    /** Returns whether the peer has offered sources; without one, {@link #references} returns none. */
    public boolean hasSources() {
        return !sources.isEmpty();
    }

    /** Returns the maximum bytes that {@link #references} would return for a frame. */
    public long due(int bytes, long now) {
        long sum = 0;
        synchronized (peer) {
            for (Source source : sources.values()) {
                long available = isLost(source, now) ? 0 : available(source);
                sum += available < SHORTEST ? 0 : available;
            }
        }
        return Math.min(sum, Math.min(credit + (long) LEARNT_PER_SENT * bytes, HistoryReference.MOST_BYTES));
    }

    private List<HistoryReference> next() {
        List<HistoryReference> references = new ArrayList<>();
        long room = Math.min(credit, HistoryReference.MOST_BYTES);
        synchronized (peer) {
            for (Map.Entry<Integer, Source> entry : sources.entrySet()) {
                Source source = entry.getValue();
                int length = (int) Math.min(room, available(source));
                if (source.stream != null
                        && length >= SHORTEST
                        && source.stream.buffer().holds(source.position, length)) {
                    references.add(new HistoryReference(
                            entry.getKey(), source.stream.buffer().copy(source.position, length)));
                    source.position += length;
                    room -= length;
                    credit -= length;
                }
            }
        }
        return references;
    }

    private static long available(Source source) {
        return source.stream == null ? 0 : source.stream.buffer().end() - source.position;
    }

    /** Gives back sources that have ended, are unknown, or are too far ahead; returns whether to flush. */
    public boolean giveBack(long now) {
        List<Integer> lost = new ArrayList<>();
        synchronized (peer) {
            sources.forEach((number, source) -> {
                if (isLost(source, now)) {
                    lost.add(number);
                    if (isFar(source)) {
                        asked = false;
                        sentSinceAsked = 0;
                    }
                }
            });
        }
        for (int number : lost) {
            sources.remove(number);
            messages.giveBack(number);
        }
        return !lost.isEmpty();
    }

    private void find(Source source) {
        if (source.stream == null) {
            source.stream = peer.received(source.name);
        }
    }

    private boolean isLost(Source source, long now) {
        find(source);
        return source.stream == null ? now - source.offeredAt > UNKNOWN_NANOS : source.stream.ended() || isFar(source);
    }

    /** Returns whether a stream that continues is too far ahead to catch up with. */
    private static boolean isFar(Source source) {
        return source.stream != null && !source.stream.ended() && available(source) > HistoryBuffer.CAPACITY / 2;
    }
}

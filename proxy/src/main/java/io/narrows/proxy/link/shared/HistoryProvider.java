package io.narrows.proxy.link.shared;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * The streams that a link's received frames may refer to, which this side sent. Used on the link's event loop, except
 * where noted.
 */
public final class HistoryProvider {
    private final PeerHistory peer;
    private final Executor loop;
    private final HistoryMessages messages;
    private final Map<Integer, SentStream.Reader> readers = new HashMap<>();
    private int offered;
    private boolean closed;

    /** @param loop runs messages on the link's event loop, and flushes them */
    HistoryProvider(PeerHistory peer, Executor loop, HistoryMessages messages) {
        this.peer = peer;
        this.loop = loop;
        this.messages = messages;
    }

    /** Records that the peer requests streams. */
    public void asked() {
        if (!closed) {
            peer.add(this);
        }
    }

    /**
     * Holds a stream from here on for the peer, and offers it. Called by any link, while holding the monitor of the
     * peer's history.
     */
    void offer(SentStream stream) {
        if (readers.values().stream().anyMatch(reader -> reader.stream() == stream)) {
            return;
        }
        SentStream.Reader reader = stream.read();
        int source = ++offered;
        long from = reader.position();
        readers.put(source, reader);
        loop.execute(() -> say(source, stream.name(), from));
    }

    private void say(int source, long name, long from) {
        if (!closed) {
            messages.offer(source, name, from);
        }
    }

    /**
     * Returns the next bytes of a source, which the peer's next frame may refer to.
     *
     * @throws HistoryException if there is no such source, or it has fewer bytes
     */
    public byte[] taught(int source, int length) throws HistoryException {
        synchronized (peer) {
            return reader(source).next(length);
        }
    }

    /**
     * Releases a source that the peer no longer needs.
     *
     * @throws HistoryException if there is no such source
     */
    public void returned(int source) throws HistoryException {
        synchronized (peer) {
            forget(reader(source));
            readers.remove(source);
        }
    }

    private SentStream.Reader reader(int source) throws HistoryException {
        SentStream.Reader reader = readers.get(source);
        if (reader == null) {
            throw new HistoryException("source " + source + " was not offered or is already released");
        }
        return reader;
    }

    private void forget(SentStream.Reader reader) {
        reader.stream().forget(reader);
        peer.forgetIfUnread(reader.stream());
    }

    /** Ends all sources; no frames follow. */
    public void close() {
        synchronized (peer) {
            closed = true;
            peer.remove(this);
            readers.values().forEach(this::forget);
            readers.clear();
        }
    }

    long memoryBytes() {
        synchronized (peer) {
            long bytes = 0; // no Java stream, as this is called after each write
            for (SentStream.Reader reader : readers.values()) {
                bytes += reader.stream().memoryLeftBytes();
            }
            return bytes;
        }
    }
}

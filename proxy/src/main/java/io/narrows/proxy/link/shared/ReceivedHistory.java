package io.narrows.proxy.link.shared;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Keeps the content that one link receives, as long as the peer does. Used on the link's event loop. */
public final class ReceivedHistory {
    private final PeerHistory peer;
    private @Nullable ReceivedStream stream;
    private long name;
    private boolean named;
    private boolean keeping;
    private boolean closed;

    ReceivedHistory(PeerHistory peer) {
        this.peer = peer;
    }

    /**
     * Records that the peer keeps the following content, or no longer.
     *
     * @throws HistoryException if this link's stream has a different name
     */
    public void kept(long streamName, boolean paused) throws HistoryException {
        if (named && streamName != name) {
            throw new HistoryException(
                    String.format("stream %016x announced on the link of stream %016x", streamName, name));
        }
        if (!named) {
            named = true;
            name = streamName;
            stream = peer.receive(streamName);
        }
        keeping = !paused;
    }

    /** Keeps the content of a dense frame. Must be called before any reply to it. */
    public void received(ByteBuf content) {
        if (keeping && stream != null && !closed) {
            synchronized (peer) {
                stream.keep(content);
            }
        }
    }

    void close() {
        closed = true;
        if (stream != null) {
            peer.end(name, stream);
        }
    }

    long memoryBytes() {
        synchronized (peer) {
            return stream == null ? 0 : stream.buffer().memoryBytes();
        }
    }
}

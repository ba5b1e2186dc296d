package io.narrows.proxy.link.shared;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Keeps the content that one link sends, once that is worthwhile. Used on the link's event loop. */
public final class SentHistory {
    /** Bytes that a link must send before it participates, since most database connections are short. */
    static final int WORTHWHILE = 16 << 10;

    private final PeerHistory peer;
    private final HistoryMessages messages;
    private @Nullable SentStream stream;
    private boolean keeping;
    private int seen;

    SentHistory(PeerHistory peer, HistoryMessages messages) {
        this.peer = peer;
        this.messages = messages;
    }

    /** Keeps the content of a dense frame that is about to be written. */
    public void sends(ByteBuf content) {
        if (stream == null) {
            stream = begin(content.readableBytes());
        }
        if (stream == null) {
            return;
        }
        boolean kept;
        synchronized (peer) {
            kept = stream.keep(content);
        }
        say(stream, kept);
    }

    private @Nullable SentStream begin(int bytes) {
        seen = Math.min(WORTHWHILE, seen + bytes);
        return seen < WORTHWHILE ? null : peer.send();
    }

    /** Stops keeping until the next content, because the policy no longer allows it. */
    public void pause() {
        if (stream != null) {
            say(stream, false);
        }
    }

    private void say(SentStream of, boolean keeps) {
        if (keeps != keeping) {
            keeping = keeps;
            messages.kept(of.name(), !keeps);
        }
    }

    /** Ends the stream; nothing more is sent. */
    public void close() {
        if (stream != null) {
            peer.end(stream);
            stream = null;
            keeping = false;
            seen = 0;
        }
    }

    long memoryBytes() {
        synchronized (peer) {
            return stream == null ? 0 : stream.memoryBytes();
        }
    }
}

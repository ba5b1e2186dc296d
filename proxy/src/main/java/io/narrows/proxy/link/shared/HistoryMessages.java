package io.narrows.proxy.link.shared;

/** Writes a link's messages about shared history, in order among its frames. Called on the link's event loop. */
public interface HistoryMessages {
    /** Announces that this direction's dense content is kept as a stream from here on, or no longer. */
    void kept(long stream, boolean paused);

    /** Requests the streams that the peer sent, for this direction to learn from. */
    void ask();

    /** Offers a stream that this side sent, held from an offset on for the peer's frames on this link; the caller flushes. */
    void offer(int source, long stream, long from);

    /** Announces that a source no longer needs to be held. */
    void giveBack(int source);
}

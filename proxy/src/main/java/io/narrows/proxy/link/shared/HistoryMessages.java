package io.narrows.proxy.link.shared;

/** What a link says to its peer about shared history, in the order of its frames. Called on the link's event loop. */
public interface HistoryMessages {
    /** From here on this direction's dense content is kept as a stream, or not any more. */
    void kept(long stream, boolean paused);

    /** This direction would learn from what the peer sent. */
    void ask();

    /** What this side sent as a stream is held from an offset on, for the peer's frames on this link; to be flushed. */
    void offer(int source, long stream, long from);

    /** A source need not be held any more. */
    void giveBack(int source);
}

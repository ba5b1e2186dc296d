package io.narrows.proxy.link.shared;

import java.util.concurrent.Executor;

/** One link's part in the history that is shared with its peer. Used on the link's event loop. */
public final class LinkHistory {
    private final SentHistory sent;
    private final HistoryConsumer consumer;
    private final HistoryProvider provider;
    private final ReceivedHistory received;

    /**
     * @param peer the id of the node at the other end
     * @param loop runs what is to be said, on the link's event loop, and flushes it
     * @param messages writes to the peer
     */
    public LinkHistory(SharedHistories histories, String peer, Executor loop, HistoryMessages messages) {
        PeerHistory shared = histories.of(peer);
        this.sent = new SentHistory(shared, messages);
        this.consumer = new HistoryConsumer(shared, messages);
        this.provider = new HistoryProvider(shared, loop, messages);
        this.received = new ReceivedHistory(shared);
    }

    /** Of what this side sends. */
    public SentHistory sent() {
        return sent;
    }

    /** For what this side sends. */
    public HistoryConsumer consumer() {
        return consumer;
    }

    /** For what the peer sends. */
    public HistoryProvider provider() {
        return provider;
    }

    /** Of what the peer sends. */
    public ReceivedHistory received() {
        return received;
    }

    /** The peer sends nothing more. */
    public void peerFinished() {
        provider.close();
        received.close();
    }

    /** Memory of the streams of this link, and its part of others that have ended. */
    public long memoryBytes() {
        return sent.memoryBytes() + received.memoryBytes() + provider.memoryBytes();
    }

    /** The link ended. */
    public void close() {
        sent.close();
        provider.close();
        received.close();
    }
}

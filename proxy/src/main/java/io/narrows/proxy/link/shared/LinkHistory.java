package io.narrows.proxy.link.shared;

import io.narrows.config.PeerId;
import java.util.concurrent.Executor;

/** One link's part in the history shared with its peer. Used on the link's event loop. */
public final class LinkHistory {
    private final SentHistory sent;
    private final HistoryConsumer consumer;
    private final HistoryProvider provider;
    private final ReceivedHistory received;

    /**
     * @param peer the id of the node at the other end
     * @param loop runs messages on the link's event loop, and flushes them
     * @param messages writes to the peer
     */
    public LinkHistory(SharedHistories histories, PeerId peer, Executor loop, HistoryMessages messages) {
        PeerHistory shared = histories.of(peer);
        this.sent = new SentHistory(shared, messages);
        this.consumer = new HistoryConsumer(shared, messages);
        this.provider = new HistoryProvider(shared, loop, messages);
        this.received = new ReceivedHistory(shared);
    }

    /** Returns the part that keeps sent content. */
    public SentHistory sent() {
        return sent;
    }

    /** Returns the part that supplies history references for sent frames. */
    public HistoryConsumer consumer() {
        return consumer;
    }

    /** Returns the part that supplies history references for received frames. */
    public HistoryProvider provider() {
        return provider;
    }

    /** Returns the part that keeps received content. */
    public ReceivedHistory received() {
        return received;
    }

    /** Records that the peer sends nothing more. */
    public void peerFinished() {
        provider.close();
        received.close();
    }

    /** Returns the memory of this link's streams, and its part of others that have ended. */
    public long memoryBytes() {
        return sent.memoryBytes() + received.memoryBytes() + provider.memoryBytes();
    }

    /** Ends this link's part. */
    public void close() {
        sent.close();
        provider.close();
        received.close();
    }
}

package io.narrows.node.peer;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.google.protobuf.Message;
import java.util.function.BiConsumer;

/** A request that waits for its response. */
final class Call {
    private final Message request;
    private final long deadlineNanos;
    private final BiConsumer<Message, PeerException> done;
    private long sentNanos;

    /**
     * Makes one.
     *
     * @param deadlineNanos of {@link System#nanoTime}
     * @param done told of the response or of the failure, once, mostly on the event loop
     */
    Call(Message request, long deadlineNanos, BiConsumer<Message, PeerException> done) {
        this.request = request;
        this.deadlineNanos = deadlineNanos;
        this.done = done;
    }

    Message request() {
        return request;
    }

    /**
     * Returns whether SOFAJRaft answers the request only after those that came before it on the connection: entries and probes, not
     * heartbeats. One answer that never comes holds up all behind it, until the connection ends. SOFAJRaft 1.4.1 can lose one when a
     * connection takes the place of another whose end it has not heard of yet ({@code AppendEntriesRequestProcessor}).
     */
    boolean isAnsweredInOrder() {
        return request instanceof AppendEntriesRequest entries && (entries.getEntriesCount() > 0 || entries.hasData());
    }

    int bytes() {
        return request.getSerializedSize();
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Time at which it was written. */
    long sentNanos() {
        return sentNanos;
    }

    void sent(long nanos) {
        sentNanos = nanos;
    }

    void answered(Message response) {
        done.accept(response, null);
    }

    void failed(PeerException failure) {
        done.accept(null, failure);
    }
}

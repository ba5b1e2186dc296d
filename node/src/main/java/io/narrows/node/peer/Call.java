package io.narrows.node.peer;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.google.protobuf.Message;
import java.util.function.BiConsumer;

/** A request waiting for its response. */
final class Call {
    private final Message request;
    private final long deadlineNanos;
    private final BiConsumer<Message, PeerException> done;
    private long sentNanos;

    /**
     * Creates a call.
     *
     * @param deadlineNanos in terms of {@link System#nanoTime}
     * @param done called once with the response or the failure, usually on the event loop
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
     * Returns whether SOFAJRaft answers the request only after the preceding ones on the connection: true for entries and
     * probes, not for heartbeats. A missing response blocks all later ones until the connection ends. SOFAJRaft 1.4.1 can
     * lose one when a connection replaces another whose end it has not noticed yet ({@code AppendEntriesRequestProcessor}).
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

    /** Returns the time at which the call was written. */
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

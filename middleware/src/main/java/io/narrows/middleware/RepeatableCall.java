package io.narrows.middleware;

import io.grpc.Attributes;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A compressed call with one message, repeated uncompressed if a server refuses its encoding with a list of accepted ones;
 * such a server has not run it. This happens if the call was compressed for one server and then sent to another one: gRPC
 * moves calls from a broken connection to the next, and proxies distribute them. Safe for use by many threads.
 */
final class RepeatableCall<Q, R> extends ClientCall<Q, R> {
    private final CompressedCall<Q, R> compressed;
    private final Supplier<ClientCall<Q, R>> plain;

    private ClientCall<Q, R> current;
    private @Nullable Metadata headers;
    private @Nullable Q message;
    private int requested;
    private boolean halfClosed;
    private boolean settled;

    /** @param plain creates the uncompressed call */
    RepeatableCall(CompressedCall<Q, R> compressed, Supplier<ClientCall<Q, R>> plain) {
        this.compressed = compressed;
        this.plain = plain;
        this.current = compressed;
    }

    @Override
    public synchronized void start(Listener<R> listener, Metadata sent) {
        headers = new Metadata();
        headers.merge(sent);
        compressed.start(new FirstAnswer(listener), sent);
    }

    @Override
    public synchronized void request(int count) {
        requested += count;
        current.request(count);
    }

    @Override
    public synchronized void sendMessage(Q sent) {
        message = settled ? null : sent;
        current.sendMessage(sent);
    }

    @Override
    public synchronized void halfClose() {
        halfClosed = true;
        current.halfClose();
    }

    @Override
    public synchronized void cancel(@Nullable String words, @Nullable Throwable cause) {
        settle();
        current.cancel(words, cause);
    }

    @Override
    public synchronized void setMessageCompression(boolean enabled) {
        current.setMessageCompression(enabled);
    }

    @Override
    public synchronized boolean isReady() {
        return current.isReady();
    }

    @Override
    public synchronized Attributes getAttributes() {
        return current.getAttributes();
    }

    /** Drops the data kept for a retry, after a response or a cancellation. */
    private synchronized void settle() {
        settled = true;
        message = null;
        headers = null;
    }

    /** Repeats the call; returns false if it is settled. */
    private synchronized boolean repeat(Listener<R> listener) {
        if (settled) {
            return false;
        }
        ClientCall<Q, R> again = plain.get();
        again.start(listener, headers);
        if (requested > 0) {
            again.request(requested);
        }
        if (message != null) {
            again.sendMessage(message);
        }
        if (halfClosed) {
            again.halfClose();
        }
        current = again;
        settle();
        return true;
    }

    private final class FirstAnswer extends SimpleForwardingClientCallListener<R> {
        private final Listener<R> listener;
        private @Nullable Metadata held;

        FirstAnswer(Listener<R> listener) {
            super(listener);
            this.listener = listener;
        }

        /** Holds back headers that may belong to a refusal, because a repeated call gets its own headers. */
        @Override
        public void onHeaders(Metadata response) {
            if (compressed.mayBeRefused(response)) {
                held = response;
                return;
            }
            settle();
            super.onHeaders(response);
        }

        @Override
        public void onMessage(R response) {
            release();
            super.onMessage(response);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            if (!compressed.wasRefused() || !repeat(listener)) {
                release();
                super.onClose(status, trailers);
            }
        }

        private void release() {
            if (held != null) {
                settle();
                super.onHeaders(held);
                held = null;
            }
        }
    }
}

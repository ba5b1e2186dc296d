package io.narrows.node.peer;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.google.protobuf.Message;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls over a connection dialed by this member. Only the event loop accesses the waiting calls. */
final class Calls extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);
    private static final long SWEEP_MILLIS = 20;
    private static final long MAX_UNSENT_BYTES = 64 << 20;

    private final String peer;
    private final Map<Integer, Call> waiting = new LinkedHashMap<>();
    private final AtomicLong unsentBytes = new AtomicLong();
    private @Nullable Outbox<Call> outbox;
    private @Nullable ChannelHandlerContext context;
    private int lastId;
    private boolean sweeping;
    private long receivedNanos = System.nanoTime();

    Calls(String peer) {
        this.peer = peer;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        outbox = new Outbox<>(
                added.channel().eventLoop(), this::write, added::flush, call -> failUnsent(call, "stopped"));
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context, "not in a channel yet");
    }

    private Outbox<Call> outbox() {
        return Objects.requireNonNull(outbox, "not in a channel yet");
    }

    boolean isActive() {
        return context().channel().isActive();
    }

    void close() {
        context().close();
    }

    /** Sends a call, from any thread; calls are written in this order. */
    void send(Call call) {
        int bytes = call.bytes();
        if (bytes > Frame.MAX_MESSAGE_BYTES) {
            call.failed(new NotSentException("request to " + peer + " is too large: " + bytes
                    + " bytes (expected: 0 to " + Frame.MAX_MESSAGE_BYTES + ")"));
            return;
        }
        // JRaft's window bounds the entries in flight.
        boolean bounded = !(call.request() instanceof AppendEntriesRequest);
        if (unsentBytes.addAndGet(bytes) > MAX_UNSENT_BYTES && bounded) {
            unsentBytes.addAndGet(-bytes);
            call.failed(new NotSentException(
                    "too many unsent requests to " + peer + ": more than " + MAX_UNSENT_BYTES + " bytes"));
            return;
        }
        outbox().send(call);
    }

    private void failUnsent(Call call, String reason) {
        unsentBytes.addAndGet(-call.bytes());
        call.failed(new NotSentException("connection to " + peer + ": " + reason));
    }

    private void write(Call call) {
        if (!context().channel().isActive()) {
            failUnsent(call, "closed before the request was written");
            return;
        }
        int id = ++lastId;
        call.sent(System.nanoTime());
        waiting.put(id, call);
        context().write(new Frame(id, call.request())).addListener(written -> {
            unsentBytes.addAndGet(-call.bytes());
            if (!written.isSuccess() && waiting.remove(id, call)) {
                call.failed(lost("cannot write", written.cause()));
            }
        });
        if (!sweeping) {
            sweeping = true;
            sweepLater();
        }
    }

    private LostException lost(String event, @Nullable Throwable cause) {
        return new LostException("connection to " + peer + ": " + event, cause);
    }

    private void sweepLater() {
        context().executor().schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        long now = System.nanoTime();
        List<Call> late = new ArrayList<>();
        for (Iterator<Call> calls = waiting.values().iterator(); calls.hasNext(); ) {
            Call call = calls.next();
            if (now - call.deadlineNanos() >= 0) {
                calls.remove();
                late.add(call);
            }
        }
        sweeping = !waiting.isEmpty();
        if (sweeping) {
            sweepLater();
        }
        if (late.stream().anyMatch(call -> receivedNanos - call.sentNanos() < 0)) {
            LOG.atInfo().addKeyValue("peer", peer).log("peer is silent; closing the connection");
            context().close();
        } else if (late.stream().anyMatch(Call::isAnsweredInOrder)) {
            LOG.atInfo().addKeyValue("peer", peer).log("peer does not acknowledge entries; closing the connection");
            context().close();
        }
        late.forEach(call -> call.failed(new AnswerTimeoutException("no response in time from " + peer)));
    }

    @Override
    public void channelRead(ChannelHandlerContext read, Object message) {
        Frame frame = (Frame) message;
        Message response = frame.message();
        Call call = waiting.remove(frame.id());
        if (call != null) {
            call.answered(response);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext read) {
        receivedNanos = System.nanoTime();
        read.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        List<Call> lost = new ArrayList<>(waiting.values());
        waiting.clear();
        lost.forEach(call -> call.failed(lost("closed before the response", null)));
        inactive.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        LOG.atInfo()
                .addKeyValue("peer", peer)
                .addKeyValue("reason", String.valueOf(cause.getMessage()))
                .log("connection to peer failed: closed");
        failed.close();
    }
}

package io.narrows.node.peer;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Calls waiting for a connection. Confined to the event loop. */
final class UnsentCalls {
    private static final long MAX_BYTES = 64 << 20;
    private static final long SWEEP_MILLIS = 20;

    private final String peer;
    private final EventLoop loop;
    private List<Call> waiting = new ArrayList<>();
    private long bytes;
    private boolean sweeping;

    UnsentCalls(String peer, EventLoop loop) {
        this.peer = peer;
        this.loop = loop;
    }

    /** Adds a call; returns false if too many bytes are waiting. */
    boolean add(Call call) {
        if (bytes + call.bytes() > MAX_BYTES) {
            return false;
        }
        bytes += call.bytes();
        waiting.add(call);
        if (!sweeping) {
            sweepLater();
        }
        return true;
    }

    /** Removes and returns all calls in order of arrival. */
    List<Call> take() {
        List<Call> taken = waiting;
        waiting = new ArrayList<>();
        bytes = 0;
        return taken;
    }

    private void sweepLater() {
        sweeping = true;
        loop.schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        long now = System.nanoTime();
        List<Call> late = new ArrayList<>();
        for (Iterator<Call> calls = waiting.iterator(); calls.hasNext(); ) {
            Call call = calls.next();
            if (now - call.deadlineNanos() >= 0) {
                calls.remove();
                bytes -= call.bytes();
                late.add(call);
            }
        }
        sweeping = false;
        if (!waiting.isEmpty()) {
            sweepLater();
        }
        late.forEach(call -> call.failed(new NotSentException("could not connect in time to " + peer)));
    }
}

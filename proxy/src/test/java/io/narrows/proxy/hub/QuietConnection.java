package io.narrows.proxy.hub;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.Orders;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** A connection of a peer that sends when the test says so, and compares the echo. Used on its link's event loop, except where noted. */
final class QuietConnection implements LinkUser {
    private final Random random;
    private final ByteBufAllocator allocator;
    private final Deque<ByteBuf> expected = new ArrayDeque<>();
    private final AtomicLong awaited = new AtomicLong();
    private Link dialling;
    private volatile Link link;
    private volatile String failure = "";

    QuietConnection(long seed, ByteBufAllocator allocator) {
        this.random = new Random(seed);
        this.allocator = allocator;
    }

    /** Receives a dialed link. */
    void start(Future<Link> dialled) {
        if (dialled.isSuccess()) {
            dialling = dialled.getNow();
            dialling.open(this, "prompt", TrafficClass.REPLICATION);
        } else {
            failure = dialled.cause().toString();
        }
    }

    /** Sends a message once the connection is open. Safe from any thread. */
    void send(int bytes) {
        Link opened = link;
        awaited.addAndGet(bytes);
        opened.eventLoop().execute(() -> {
            byte[] message = Orders.of(random, bytes);
            expected.add(allocator.directBuffer(bytes).writeBytes(message));
            opened.send(allocator.directBuffer(bytes).writeBytes(message), System.nanoTime());
            opened.flush();
        });
    }

    /** Returns whether the connection is open, and every echo has arrived. Safe from any thread. */
    boolean isAnswered() {
        return link != null && awaited.get() == 0;
    }

    /** Returns the window of what it sends, as a base-two logarithm of bytes. Safe from any thread. */
    int windowLog() {
        return link.figures().summary().windowLog();
    }

    /** Returns why the connection failed; empty if it did not. Safe from any thread. */
    String failure() {
        return failure;
    }

    @Override
    public void opened(Reached target) {
        link = dialling;
    }

    @Override
    public void refused(Refused refusal) {
        failure = refusal.toString();
    }

    @Override
    public boolean accepts() {
        return true;
    }

    @Override
    public void data(ByteBuf bytes, long readAt) {
        int length = bytes.readableBytes();
        while (bytes.isReadable()) {
            ByteBuf next = expected.element();
            if (bytes.readByte() != next.readByte()) {
                failure = "another byte";
            }
            if (!next.isReadable()) {
                expected.remove().release();
            }
        }
        bytes.release();
        awaited.addAndGet(-length);
    }

    @Override
    public void dataComplete() {
        // compared on arrival
    }

    @Override
    public void finished() {
        failure = "finished";
    }

    @Override
    public void reset() {
        failure = "reset";
    }

    @Override
    public void lost(Failure cause) {
        failure = cause.label();
    }

    @Override
    public void linkWritable(boolean writable) {
        // messages are few
    }
}

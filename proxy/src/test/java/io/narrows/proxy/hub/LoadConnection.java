package io.narrows.proxy.hub;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.LinkUser;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One connection of an ordinary peer: sends two messages a second and compares the echo byte by byte. A slow connection
 * reads only now and then. Used on its link's event loop only, except where noted.
 */
final class LoadConnection implements LinkUser {
    private static final long MESSAGE_PERIOD_MILLIS = 500;

    /** Time between two reads of a slow connection. */
    private static final long SLOW_PERIOD_MILLIS = 3_000;

    private final String name;
    private final Message sent;
    private final Message expected;
    private final boolean slow;
    private final boolean mayBeRefused;
    private final Tally tally;
    private final ByteBufAllocator allocator;
    private volatile Link link;
    private Future<?> sending;
    private Future<?> taking;
    private boolean taken = true;
    private boolean finishing;
    private volatile boolean ended;
    private volatile long sentBytes;
    private volatile long receivedBytes;

    LoadConnection(
            String name, long seed, boolean slow, boolean mayBeRefused, ByteBufAllocator allocator, Tally tally) {
        this.name = name;
        this.sent = new Message(seed);
        this.expected = new Message(seed);
        this.slow = slow;
        this.mayBeRefused = mayBeRefused;
        this.allocator = allocator;
        this.tally = tally;
    }

    /** Receives a dialed link, or the reason for its failure. */
    void start(Future<Link> dialled) {
        if (!dialled.isSuccess()) {
            refused("link: " + dialled.cause().getMessage());
            return;
        }
        link = dialled.getNow();
        link.open(this, slow ? "slow" : "prompt", slow ? TrafficClass.BULK : TrafficClass.REPLICATION);
    }

    private void refused(String reason) {
        ended = true;
        if (mayBeRefused) {
            tally.refused(reason);
        } else {
            tally.fail(name + " refused: " + reason);
        }
    }

    /** Returns the number of bytes without an echo. Safe from any thread. */
    long outstanding() {
        return sentBytes - receivedBytes;
    }

    /** Returns whether the connection is open. Safe from any thread. */
    boolean running() {
        return link != null && !ended;
    }

    /** Stops sending messages; outstanding echoes are still expected. Safe from any thread. */
    void stopSending() {
        onLoop(() -> {
            if (sending != null) {
                sending.cancel(false);
            }
        });
    }

    /** Closes both directions cleanly. Safe from any thread. */
    void finish() {
        onLoop(() -> {
            finishing = true;
            taken = true;
            if (taking != null) {
                taking.cancel(false);
            }
            link.resume();
            link.finish();
        });
    }

    private void onLoop(Runnable action) {
        if (running()) {
            link.eventLoop().execute(() -> {
                if (!ended) {
                    action.run();
                }
            });
        }
    }

    @Override
    public void opened(Reached target) {
        tally.opened.increment();
        long phase = Math.floorMod(name.hashCode() * 31L, MESSAGE_PERIOD_MILLIS);
        sending = link.eventLoop().scheduleAtFixedRate(this::send, phase, MESSAGE_PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        if (slow) {
            taken = false;
            taking = link.eventLoop().scheduleAtFixedRate(this::take, phase, SLOW_PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void send() {
        if (ended) {
            return;
        }
        if (!link.writable()) {
            tally.heldBack.increment();
            return;
        }
        byte[] bytes = sent.of(sentBytes / Message.BYTES);
        sentBytes += bytes.length;
        tally.messages.increment();
        link.send(allocator.directBuffer(bytes.length).writeBytes(bytes), System.nanoTime());
        link.flush();
    }

    private void take() {
        if (!ended) {
            taken = true;
            link.resume();
            taken = false;
        }
    }

    @Override
    public void refused(Refused refusal) {
        refused("open: " + refusal.getReason() + " " + refusal.getDetail());
    }

    @Override
    public boolean accepts() {
        return taken;
    }

    @Override
    public void data(ByteBuf bytes, long readAt) {
        long offset = receivedBytes;
        int length = bytes.readableBytes();
        for (int i = 0; i < length; i++) {
            if (bytes.getByte(bytes.readerIndex() + i) != expected.at(offset + i)) {
                tally.fail(name + " received another byte at " + (offset + i));
                break;
            }
        }
        bytes.release();
        receivedBytes = offset + length;
        tally.compared.add(length);
        if (receivedBytes > sentBytes) {
            tally.fail(name + " received more than it sent");
        }
    }

    @Override
    public void dataComplete() {
        // compared on arrival
    }

    @Override
    public void finished() {
        if (!finishing) {
            tally.fail(name + " was finished by the hub");
        }
        ended = true;
    }

    @Override
    public void reset() {
        lostTo("a reset");
    }

    @Override
    public void lost(Failure failure) {
        lostTo(failure.label());
    }

    private void lostTo(String reason) {
        if (ended) {
            return;
        }
        if (sentBytes == 0 && mayBeRefused) {
            refused(reason);
            return;
        }
        ended = true;
        if (sending != null) {
            sending.cancel(false);
        }
        tally.fail(name + " lost by " + reason);
    }

    @Override
    public void linkWritable(boolean writable) {
        // checked before each message
    }
}

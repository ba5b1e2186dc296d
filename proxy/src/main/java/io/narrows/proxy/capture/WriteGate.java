package io.narrows.proxy.capture;

import io.narrows.proxy.link.Carrier;
import io.narrows.proxy.memory.WaitingBytes;
import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Decides whether an application's connection accepts bytes from its carrier, and resumes the carrier when it does again. Used on the event
 * loop of the connection only.
 */
final class WriteGate {
    private static final long RETRY_MILLIS = 50;

    private final Channel local;
    private final WaitingBytes waiting;
    private final Supplier<Carrier> carrier;
    private boolean shut;
    private boolean paused;
    private boolean retrying;

    /**
     * @param waiting counts the bytes that the connection has not taken yet
     * @param carrier returns the carrier in use
     */
    WriteGate(Channel local, WaitingBytes waiting, Supplier<Carrier> carrier) {
        this.local = local;
        this.waiting = waiting;
        this.carrier = carrier;
    }

    /** Accepts nothing until {@link #open}. */
    void shut() {
        shut = true;
    }

    /** Accepts bytes again, if it was shut. */
    void open() {
        if (shut) {
            shut = false;
            local.eventLoop().execute(carrier.get()::resume);
        }
    }

    boolean accepts() {
        if (shut) {
            return false;
        }
        waiting.adjustMarks();
        boolean writable = local.isWritable();
        paused |= !writable;
        if (writable && waiting.exhausted()) {
            resumeLater();
            return false;
        }
        return writable;
    }

    /** Resumes after a delay, because no event signals that other connections have released memory. */
    private void resumeLater() {
        if (!retrying) {
            retrying = true;
            local.eventLoop()
                    .schedule(
                            () -> {
                                retrying = false;
                                carrier.get().resume();
                            },
                            RETRY_MILLIS,
                            TimeUnit.MILLISECONDS);
        }
    }

    /** Resumes the carrier if the connection can be written again. */
    void writabilityChanged() {
        if (paused && local.isWritable()) {
            paused = false;
            local.eventLoop().execute(carrier.get()::resume);
        }
    }
}

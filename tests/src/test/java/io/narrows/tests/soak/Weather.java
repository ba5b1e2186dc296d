package io.narrows.tests.soak;

import io.narrows.tests.support.WireHop;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Disturbs the bytes on a wire: delays them, cuts them into small pieces, gathers them into large ones, or holds them back.
 * All connections of the wire share the same settings, which may change at any time.
 */
final class Weather implements WireHop.Forwarding {
    /** Limit of bytes to cut up per read: tiny pieces stress decoders of frame headers, but take a packet each. */
    private static final int CUT_UP_AT_MOST = 2_000;

    private static final int GATHER_MILLIS = 5;

    private volatile int delayMillis;
    private volatile int pieceBytes;
    private volatile boolean gathering;
    private volatile boolean held;

    /** Delays each read of each connection by up to this time. */
    void delay(int millis) {
        delayMillis = millis;
    }

    /** Writes the beginning of each read in pieces of up to this many bytes. */
    void cutUp(int bytes) {
        pieceBytes = bytes;
    }

    /** Makes reads wait a little for more data. */
    void gather() {
        gathering = true;
    }

    /** Holds back everything. */
    void hold() {
        held = true;
    }

    void calm() {
        delayMillis = 0;
        pieceBytes = 0;
        gathering = false;
        held = false;
    }

    @Override
    public void forward(byte[] read, int length, InputStream in, OutputStream out) throws IOException {
        int whole = length;
        if (delayMillis > 0) {
            sleep(ThreadLocalRandom.current().nextInt(delayMillis + 1));
        }
        if (gathering) {
            sleep(GATHER_MILLIS);
            int more = Math.min(in.available(), read.length - whole);
            whole += more > 0 ? Math.max(0, in.read(read, whole, more)) : 0;
        }
        while (held) {
            sleep(GATHER_MILLIS);
        }
        int at = 0;
        int piece = pieceBytes;
        while (piece > 0 && at < Math.min(whole, CUT_UP_AT_MOST)) {
            int bytes = Math.min(whole - at, 1 + ThreadLocalRandom.current().nextInt(piece));
            out.write(read, at, bytes);
            at += bytes;
        }
        out.write(read, at, whole - at);
    }

    private static void sleep(int millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}

package io.narrows.tests.soak;

import io.narrows.tests.support.WireHop;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a wire does to what passes: delays it, cuts it into small pieces, gathers it into large ones, or holds it back. All
 * connections of the wire have the same weather, which may change at any time.
 */
final class Weather implements WireHop.Forwarding {
    /** Pieces smaller than a frame's header are what a decoder stumbles over, and take a packet each: not for all bytes. */
    private static final int CUT_UP_AT_MOST = 2_000;

    private static final int GATHER_MILLIS = 5;

    private volatile int delayMillis;
    private volatile int pieceBytes;
    private volatile boolean gathering;
    private volatile boolean held;

    /** Each read of each connection waits up to so long. */
    void delay(int millis) {
        delayMillis = millis;
    }

    /** The front of each read is written in pieces of up to so many bytes. */
    void cutUp(int bytes) {
        pieceBytes = bytes;
    }

    /** Reads wait a little for more. */
    void gather() {
        gathering = true;
    }

    /** Nothing passes. */
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

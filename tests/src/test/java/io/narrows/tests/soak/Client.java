package io.narrows.tests.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** An application that opens one connection after another and talks to {@link FarEnd} at the far end of each. */
final class Client implements Runnable {
    static final int LIMIT_MILLIS = 60_000;

    private static final int RETRY_MILLIS = 1_000;

    private final List<InetSocketAddress> captures;
    private final SplittableRandom random;
    private final BooleanSupplier goesOn;
    private final LongSupplier millisLeft;
    private final FaultLog faults;
    private final Tally tally;

    /** @param millisLeft the time until there are no more faults; pauses after it would only delay the end */
    Client(
            List<InetSocketAddress> captures,
            SplittableRandom random,
            BooleanSupplier goesOn,
            LongSupplier millisLeft,
            FaultLog faults,
            Tally tally) {
        this.captures = captures;
        this.random = random;
        this.goesOn = goesOn;
        this.millisLeft = millisLeft;
        this.faults = faults;
        this.tally = tally;
    }

    @Override
    public void run() {
        while (goesOn.getAsBoolean()) {
            Script script = Script.within(Math.max(0, millisLeft.getAsLong()), random);
            boolean whole = talk(captures.get(random.nextInt(captures.size())), script, faults, tally);
            try {
                Thread.sleep(random.nextInt(whole ? 100 : RETRY_MILLIS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /**
     * Opens one connection and follows the script.
     *
     * @return whether it was completed
     */
    static boolean talk(InetSocketAddress capture, Script script, FaultLog faults, Tally tally) {
        long start = System.nanoTime();
        Socket socket = new Socket();
        Talk talk = new Talk(socket, script, true, tally.comparedBytes);
        try {
            socket.connect(capture, LIMIT_MILLIS);
            socket.setSoTimeout(LIMIT_MILLIS);
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(preamble(script.seed()));
            talk.run();
            tally.whole.increment();
            return true;
        } catch (Talk.Broken | SocketTimeoutException e) {
            tally.fail("client of script %d at %s: %s".formatted(script.seed(), capture, e.getMessage()));
        } catch (IOException e) {
            book(e, script, faults.excuses(start, talk.received() > 0), tally);
        } finally {
            leave(socket);
        }
        return false;
    }

    private static void book(IOException reset, Script script, boolean excused, Tally tally) {
        if (script.ending().isReset()) {
            tally.resetByScript.increment();
        } else if (excused) {
            tally.resetByFault.increment();
        } else {
            tally.fail("client of script %d, without a fault that excuses it: %s".formatted(script.seed(), reset));
        }
    }

    /** Returns the seed of the script, twice, so that damage is detected. */
    private static byte[] preamble(long seed) {
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(seed).putLong(~seed).array();
    }

    /** Resets a connection that is abandoned early, so that the other side does not mistake this for the end. */
    static void leave(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException alreadyGone) {
            // A socket that never connected, or was closed at its clean end, has nothing to reset.
        }
    }
}

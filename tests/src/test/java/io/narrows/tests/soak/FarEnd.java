package io.narrows.tests.soak;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The target of all connections: reads the script of each from its first bytes, and plays its part. */
final class FarEnd implements Closeable {
    private final ServerSocket listener;
    private final FaultLog faults;
    private final Tally tally;
    private final AtomicInteger open = new AtomicInteger();

    /** The seeds of all connections: none may be repeated by a sidecar that makes another attempt. */
    private final Set<Long> scripts = ConcurrentHashMap.newKeySet();

    FarEnd(InetSocketAddress address, FaultLog faults, Tally tally) throws IOException {
        this.faults = faults;
        this.tally = tally;
        this.listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(address, 1024);
        daemon("soak-accept", this::acceptAll);
    }

    /** Returns the number of unfinished connections. */
    int open() {
        return open.get();
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.incrementAndGet();
                daemon("soak-server", () -> serve(socket));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        long start = System.nanoTime();
        Script script = null;
        Talk talk = null;
        try {
            socket.setSoTimeout(Client.LIMIT_MILLIS);
            socket.setTcpNoDelay(true);
            script = script(socket);
            if (!scripts.add(script.seed())) {
                tally.fail("server of script %d: its bytes arrived twice".formatted(script.seed()));
            }
            talk = new Talk(socket, script, false, tally.comparedBytes);
            talk.run();
        } catch (Talk.Broken | SocketTimeoutException e) {
            tally.fail("server of %s: %s".formatted(script == null ? "no script yet" : script.seed(), e.getMessage()));
        } catch (IOException e) {
            // Without a script nothing can be checked; the client reports the failure.
            if (talk != null && !script.ending().isReset() && !faults.excuses(start, talk.received() > 0)) {
                tally.fail("server of script %d, without a fault that excuses it: %s".formatted(script.seed(), e));
            }
        } finally {
            Client.leave(socket);
            open.decrementAndGet();
        }
    }

    private static Script script(Socket socket) throws IOException {
        byte[] preamble = socket.getInputStream().readNBytes(2 * Long.BYTES);
        if (preamble.length < 2 * Long.BYTES) {
            throw new Talk.Broken("ended cleanly after " + preamble.length + " bytes, before its script was known");
        }
        ByteBuffer seeds = ByteBuffer.wrap(preamble);
        long seed = seeds.getLong();
        if (seeds.getLong() != ~seed) {
            throw new Talk.Broken("bytes that differ from those sent, in the first " + preamble.length);
        }
        return Script.of(seed);
    }

    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}

package io.narrows.tests.soak;

import io.narrows.tests.support.Connection;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** One end of one connection, which follows its script and compares every byte that it receives. */
final class Talk {
    /** A failure that no fault excuses: altered bytes, or an unexpected end. */
    static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;

        Broken(String message) {
            super(message);
        }
    }

    private static final int LARGEST_WRITE = 64 * 1024;
    private static final int SENDER_LIMIT_SECONDS = 60;

    private final Socket socket;
    private final Script script;
    private final boolean client;
    private final Content sent;
    private final Content expected;
    private final LongAdder compared;
    private long received;

    Talk(Socket socket, Script script, boolean client, LongAdder compared) {
        this.socket = socket;
        this.script = script;
        this.client = client;
        this.sent = new Content(client ? script.seed() : ~script.seed());
        this.expected = new Content(client ? ~script.seed() : script.seed());
        this.compared = compared;
    }

    /** Returns the number of bytes received and compared. */
    long received() {
        return received;
    }

    /**
     * Follows the script.
     *
     * @throws Broken if the other end's bytes did not arrive as sent
     * @throws IOException if the connection was reset, or nothing moved for the socket's timeout
     */
    void run() throws IOException {
        for (Script.Step step : script.steps()) {
            switch (step.from()) {
                case BOTH -> both(step.bytes());
                case CLIENT -> one(client, step.bytes());
                case SERVER -> one(!client, step.bytes());
            }
            pause(step.pauseMillis());
        }
        end(script.ending().byClient() == client);
    }

    private void end(boolean first) throws IOException {
        if (script.ending().isReset()) {
            if (first) {
                Connection.reset(socket);
            } else {
                expectReset();
            }
        } else if (first) {
            socket.shutdownOutput();
            receive(script.farewell());
            expectEnd();
            socket.close();
        } else {
            expectEnd();
            send(script.farewell());
            socket.close();
        }
    }

    private void one(boolean sending, int bytes) throws IOException {
        if (sending) {
            send(bytes);
        } else {
            receive(bytes);
        }
    }

    private void both(int bytes) throws IOException {
        CompletableFuture<Void> sending = new CompletableFuture<>();
        Thread sender = new Thread(
                () -> {
                    try {
                        send(bytes);
                        sending.complete(null);
                    } catch (IOException e) {
                        sending.completeExceptionally(e);
                    }
                },
                "soak-sender");
        sender.setDaemon(true);
        sender.start();
        try {
            receive(bytes);
            sending.get(SENDER_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (Broken e) {
            // The system reports a reset only once, to the first caller; the other one sees an end of file.
            if (sending.handle((done, reset) -> reset != null)
                    .completeOnTimeout(false, SENDER_LIMIT_SECONDS, TimeUnit.SECONDS)
                    .join()) {
                throw new SocketException("Connection reset, as its sending half was told");
            }
            throw e;
        } catch (ExecutionException e) {
            throw (IOException) e.getCause();
        } catch (TimeoutException | InterruptedException e) {
            throw new SocketTimeoutException("sending does not end: " + e);
        }
    }

    private void send(int bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        byte[] block = new byte[Math.min(bytes, LARGEST_WRITE)];
        int rest = bytes;
        while (rest > 0) {
            int length = Math.min(rest, block.length);
            sent.fill(block, length);
            out.write(block, 0, length);
            rest -= length;
        }
    }

    private void receive(int bytes) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] block = new byte[Math.min(Math.max(bytes, 1), LARGEST_WRITE)];
        int rest = bytes;
        while (rest > 0) {
            int length = in.read(block, 0, Math.min(rest, block.length));
            if (length < 0) {
                throw new Broken(
                        "ended cleanly after " + received + " bytes, " + rest + " before the next word was whole");
            }
            if (!expected.matches(block, length)) {
                throw new Broken("bytes that differ from those sent, within the " + length + " after " + received);
            }
            compared.add(length);
            received += length;
            rest -= length;
        }
    }

    private void expectEnd() throws IOException {
        if (socket.getInputStream().read() >= 0) {
            throw new Broken("more bytes than were sent, after " + received);
        }
    }

    /** @throws IOException the expected reset */
    private void expectReset() throws IOException {
        if (socket.getInputStream().read() >= 0) {
            throw new Broken("more bytes than were sent, after " + received);
        }
        throw new Broken("ended cleanly after " + received + " bytes, where the other end was reset");
    }

    private static void pause(int millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EOFException("interrupted");
        }
    }
}

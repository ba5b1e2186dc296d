package io.narrows.tests.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CompletableFuture;

/** The end of a connection as an application sees it. */
public enum Ending {
    /** End of file: the other side had sent everything. */
    CLEAN,
    /** An error: received data may be incomplete, and sent data may not have arrived. */
    RESET;

    private static final int BLOCK = 1 << 16;

    /** Reads in the background until the end. */
    public static CompletableFuture<Ending> ofReading(Socket socket) {
        return inBackground(() -> {
            byte[] block = new byte[BLOCK];
            InputStream in = socket.getInputStream();
            while (in.read(block) >= 0) {
                // Only the end matters.
            }
            return CLEAN;
        });
    }

    /**
     * Sends zeros in the background for as long as possible, because zeros are much data for an application but little on
     * the wire. The system reports a reset only once, to the first caller, so the socket must not be used elsewhere
     * meanwhile.
     */
    public static CompletableFuture<Ending> ofSending(Socket socket) {
        return inBackground(() -> {
            byte[] block = new byte[BLOCK];
            OutputStream out = socket.getOutputStream();
            while (true) {
                out.write(block);
            }
        });
    }

    private interface Use {
        Ending run() throws IOException;
    }

    private static CompletableFuture<Ending> inBackground(Use use) {
        CompletableFuture<Ending> ending = new CompletableFuture<>();
        Thread thread = new Thread(() -> complete(ending, use), "ending");
        thread.setDaemon(true);
        thread.start();
        return ending;
    }

    private static void complete(CompletableFuture<Ending> ending, Use use) {
        try {
            ending.complete(use.run());
        } catch (SocketException e) {
            if (e.getMessage().contains("reset") || e.getMessage().contains("Broken pipe")) {
                ending.complete(RESET);
            } else {
                ending.completeExceptionally(e);
            }
        } catch (IOException e) {
            ending.completeExceptionally(e);
        }
    }
}

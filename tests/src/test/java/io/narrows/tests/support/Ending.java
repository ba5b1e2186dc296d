package io.narrows.tests.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CompletableFuture;

/** How a connection ended, as an application sees it. */
public enum Ending {
    /** End of file: the other side had said all it wanted. */
    CLEAN,
    /** An error: what was read may not be all, and what was sent may not have arrived. */
    RESET;

    private static final int BLOCK = 1 << 16;

    /** Reads in the background whatever comes until there is no more. */
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
     * Sends zeros in the background for as long as it can: nothing is more for an application and less on the wire. The system tells a reset once, to whoever asks first: nobody else may
     * use the socket meanwhile.
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

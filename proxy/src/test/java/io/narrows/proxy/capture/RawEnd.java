package io.narrows.proxy.capture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;

/** A relay of one connection that can end it towards the client without the server's knowledge. */
final class RawEnd implements AutoCloseable {
    private final ServerSocket listener;
    private final CompletableFuture<Socket> client = new CompletableFuture<>();
    private final CompletableFuture<Socket> server = new CompletableFuture<>();

    RawEnd(int serverPort) throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        run(() -> {
            Socket accepted = listener.accept();
            Socket dialed = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            server.complete(dialed);
            client.complete(accepted);
            run(() -> accepted.getInputStream().transferTo(dialed.getOutputStream()));
            dialed.getInputStream().transferTo(accepted.getOutputStream());
        });
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The test closes the sockets.
                    }
                },
                "raw-end");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Sends a FIN to the client, after no close_notify. */
    void endTowardsClient() {
        try {
            client.join().shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        client.join().close();
        server.join().close();
    }
}

package io.narrows.proxy.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A target that hands each accepted connection to the test, or echoes its bytes. */
public final class EchoServer implements AutoCloseable {
    private final ServerSocket server;
    private final BlockingQueue<Socket> accepted = new LinkedBlockingQueue<>();

    private EchoServer(ServerSocket server) {
        this.server = server;
    }

    public static EchoServer echoing() throws IOException {
        EchoServer target = holding();
        daemon(() -> {
            while (true) {
                Socket socket = target.accepted.take();
                daemon(() -> {
                    try (socket) {
                        socket.getInputStream().transferTo(socket.getOutputStream());
                    }
                });
            }
        });
        return target;
    }

    /** Returns a server that only accepts; {@link #take} returns its connections. */
    public static EchoServer holding() throws IOException {
        return holding(0);
    }

    /** @param receiveBuffer kernel receive buffer of each connection, in bytes; 0 for the system's default */
    public static EchoServer holding(int receiveBuffer) throws IOException {
        ServerSocket listening = new ServerSocket();
        if (receiveBuffer > 0) {
            listening.setReceiveBufferSize(receiveBuffer);
        }
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        EchoServer target = new EchoServer(listening);
        daemon(() -> {
            while (true) {
                target.accepted.add(target.server.accept());
            }
        });
        return target;
    }

    public int port() {
        return server.getLocalPort();
    }

    public Socket take() throws InterruptedException {
        return accepted.take();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}

package io.narrows.lab.play;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.IntUnaryOperator;

/** Replaces the two sidecars: forwards one connection after another, and may change the client's bytes. */
final class Forwarder implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    private final int target;
    private final IntUnaryOperator change;

    /** @param change maps each byte of the client to the forwarded byte; a negative result ends the connection */
    Forwarder(int target, IntUnaryOperator change) throws IOException {
        this.target = target;
        this.change = change;
        start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            start(() -> forward(client, server, change));
            start(() -> forward(server, client, IntUnaryOperator.identity()));
        }
    }

    private static void forward(Socket from, Socket to, IntUnaryOperator change) throws IOException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int read = in.read(); read >= 0; read = in.read()) {
            int changed = change.applyAsInt(read);
            if (changed < 0) {
                from.close();
                to.close();
                return;
            }
            out.write(changed);
        }
        to.shutdownOutput();
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // The test is over, or its other end has closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}

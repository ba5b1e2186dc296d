package io.narrows.bench.region;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A follower's sidecar of a replay, in its own process. Passes the frames that it receives from the leader on to its neighbor, and prints
 * when each frame arrived, and from whom.
 */
public final class ReplaySidecar {
    static final int PORT = 7001;
    private static final int NEIGHBOR_PORT = 7002;

    private final StringBuilder times = new StringBuilder();

    private ReplaySidecar() {}

    /** @param args the neighbor's address, for the sidecar that connects to the other */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (ServerSocket leader = new ServerSocket(PORT);
                Socket neighbor = args.length > 0 ? new Socket(args[0], NEIGHBOR_PORT) : accepted()) {
            neighbor.setTcpNoDelay(true);
            System.out.println("ready");
            new ReplaySidecar().run(leader.accept(), neighbor);
        }
    }

    private static Socket accepted() throws IOException {
        try (ServerSocket server = new ServerSocket(NEIGHBOR_PORT)) {
            System.out.println("listening");
            return server.accept();
        }
    }

    private void run(Socket leader, Socket neighbor) throws IOException, InterruptedException {
        Thread reader = new Thread(() -> receive(neighbor, "passed", OutputStream.nullOutputStream()));
        reader.start();
        receive(leader, "own", neighbor.getOutputStream());
        neighbor.shutdownOutput();
        reader.join();
        System.out.print(times);
    }

    private void receive(Socket socket, String from, OutputStream to) {
        StringBuilder received = new StringBuilder();
        try {
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            for (ReplayMessage message = ReplayMessage.read(in);
                    message.index() >= 0;
                    message = ReplayMessage.read(in)) {
                received.append(from + " " + message.index() + " " + System.nanoTime() + "\n");
                message.write(to);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        synchronized (times) {
            times.append(received);
        }
    }
}

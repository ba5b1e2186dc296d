package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Connections through one tunnel that carry recorded traffic both ways, each another part of it, in turns. */
public final class CarryingLinks implements Closeable {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** Bytes of a turn in each direction; sockets hold them while the other connections have their turn. */
    private static final int TURN = 4 << 10;

    private final Application application;
    private final List<Connection> connections = new ArrayList<>();
    private final byte[] content;
    private final ByteBuffer received = ByteBuffer.allocateDirect(TURN);
    private long carried;

    /**
     * Opens the connections, one after another.
     *
     * @param content of the connections; not modified
     */
    public CarryingLinks(Route route, int count, byte[] content) throws IOException {
        this.content = content;
        application = new Application(route, LIMIT);
        try {
            for (int i = 0; i < count; i++) {
                connections.add(application.connect());
            }
        } catch (IOException | RuntimeException e) {
            application.close();
            throw e;
        }
    }

    /**
     * Carries that many bytes in each direction of each connection, rounded up to whole turns.
     *
     * @param turn is run after each turn of all connections
     * @throws IOException if data arrives changed, or not at all
     */
    public void carry(int bytes, IoTask turn) throws IOException {
        for (int left = bytes; left > 0; left -= TURN) {
            for (int i = 0; i < connections.size(); i++) {
                Messages.writeAll(connections.get(i).client(), part(i, 0));
                Messages.writeAll(connections.get(i).server(), part(i, 1));
            }
            for (int i = 0; i < connections.size(); i++) {
                receive(connections.get(i).server(), part(i, 0));
                receive(connections.get(i).client(), part(i, 1));
            }
            carried += TURN;
            turn.run();
        }
    }

    private ByteBuffer part(int connection, int direction) {
        long first = (2L * connection + direction) * content.length / (2L * connections.size());
        int at = (int) ((first + carried) % (content.length - TURN));
        return ByteBuffer.wrap(content, at, TURN);
    }

    private void receive(SocketChannel socket, ByteBuffer expected) throws IOException {
        Messages.readAll(socket, received.clear());
        if (!received.flip().equals(expected)) {
            throw new IOException("a part of a connection arrived changed");
        }
    }

    @Override
    public void close() {
        application.close();
    }

    /** A task of the benchmark, such as a measurement. */
    @FunctionalInterface
    public interface IoTask {
        void run() throws IOException;
    }
}

package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Many connections through one tunnel that are idle except for an occasional keep-alive message. */
public final class IdleLinks implements Closeable {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int SIZE = 200;

    private final Application application;
    private final List<Connection> connections = new ArrayList<>();

    /** Opens the connections, one after another. */
    public IdleLinks(Route route, int count) throws IOException {
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
     * Sends a message back and forth on every connection.
     *
     * @return the number of connections with a wrong response
     */
    public int exchange() throws IOException {
        ByteBuffer message = ByteBuffer.allocateDirect(SIZE);
        ByteBuffer heard = ByteBuffer.allocateDirect(SIZE);
        int mismatches = 0;
        for (int i = 0; i < connections.size(); i++) {
            for (int at = 0; at < SIZE; at += Integer.BYTES) {
                message.putInt(at, i + at);
            }
            Connection connection = connections.get(i);
            boolean there = carried(message, heard, connection.client(), connection.server());
            boolean back = carried(message, heard, connection.server(), connection.client());
            mismatches += there && back ? 0 : 1;
        }
        return mismatches;
    }

    private static boolean carried(ByteBuffer message, ByteBuffer heard, SocketChannel from, SocketChannel to)
            throws IOException {
        Messages.writeAll(from, message.clear());
        Messages.readAll(to, heard.clear());
        return heard.flip().equals(message.flip());
    }

    @Override
    public void close() {
        application.close();
    }
}

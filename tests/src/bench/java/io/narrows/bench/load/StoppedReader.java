package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A client that sends as much as it can to a server that does not read. */
public final class StoppedReader implements Closeable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Application application;
    private final Connection connection;
    private final ByteBuffer content;

    /** @param most maximum bytes to send, reached only without backpressure */
    public StoppedReader(Route route, int most) throws IOException {
        application = new Application(route, LIMIT);
        byte[] random = new byte[most]; // compressible data would take more space at the client than in the tunnel
        new SplittableRandom(7).nextBytes(random);
        content = ByteBuffer.allocateDirect(most).put(random).flip();
        try {
            connection = application.connect();
        } catch (IOException | RuntimeException e) {
            application.close();
            throw e;
        }
    }

    /**
     * Sends until no more data is accepted for two seconds.
     *
     * @return the bytes that the tunnel and the kernel's buffers before and after it accepted
     */
    public long fill() throws IOException {
        SocketChannel client = connection.client();
        client.configureBlocking(false);
        long progress = System.nanoTime();
        while (content.hasRemaining() && System.nanoTime() - progress < STALLED_NANOS) {
            if (client.write(content) > 0) {
                progress = System.nanoTime();
            } else {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        client.configureBlocking(true);
        return content.position();
    }

    /** Makes the server read the rest, while the client sends what is left. Returns whether all data arrived as sent. */
    public boolean readAll() throws IOException {
        ByteBuffer heard = ByteBuffer.allocateDirect(content.capacity());
        Future<Void> writing = application.start("rest", () -> {
            Messages.writeAll(connection.client(), content);
            return null;
        });
        Messages.readAll(connection.server(), heard);
        Application.await(writing);
        return heard.flip().equals(content.rewind());
    }

    @Override
    public void close() {
        application.close();
    }
}

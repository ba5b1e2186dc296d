package io.narrows.bench.load;

import io.narrows.bench.tunnel.Tunnel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Measures when a stream of random bytes that turns into recorded traffic is compressed again. */
public final class Recovery {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int RANDOM_BYTES = 16 << 20;
    private static final int CHUNK_BYTES = 1 << 14;
    private static final long CHUNK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** A chunk of recorded traffic counts as compressed below this share of its bytes on the wire. */
    private static final double COMPRESSED = 0.8;

    private Recovery() {}

    /**
     * Sends 16 MiB of random bytes at full speed, then 16 KiB of the content every 10 ms, each after the previous one has
     * arrived, and reads the wire counter after each.
     *
     * @return from the first chunk of the content to the first that was compressed
     * @throws IOException if none is
     */
    public static Duration measure(Tunnel tunnel, byte[] content) throws IOException {
        byte[] random = new byte[RANDOM_BYTES];
        new SplittableRandom(11).nextBytes(random);
        try (Application application = new Application(tunnel.route(), LIMIT)) {
            Connection connection = application.connect();
            for (int at = 0; at < random.length; at += CHUNK_BYTES) {
                carry(connection, random, at);
            }
            long beginning = System.nanoTime();
            for (int at = 0; at + CHUNK_BYTES <= content.length; at += CHUNK_BYTES) {
                long before = tunnel.usage().forwardBytes();
                carry(connection, content, at);
                if (tunnel.usage().forwardBytes() - before < COMPRESSED * CHUNK_BYTES) {
                    return Duration.ofNanos(System.nanoTime() - beginning);
                }
                LockSupport.parkNanos(CHUNK_NANOS);
            }
            throw new IOException("none of %d bytes was compressed".formatted(content.length));
        }
    }

    /** Writes and reads a chunk on one thread, since it is smaller than the socket buffers on its way. */
    private static void carry(Connection connection, byte[] content, int at) throws IOException {
        ByteBuffer heard = ByteBuffer.allocate(CHUNK_BYTES);
        Messages.writeAll(connection.client(), ByteBuffer.wrap(content, at, CHUNK_BYTES));
        Messages.readAll(connection.server(), heard);
        if (!heard.flip().equals(ByteBuffer.wrap(content, at, CHUNK_BYTES))) {
            throw new IOException("something else arrived at byte " + at);
        }
    }
}

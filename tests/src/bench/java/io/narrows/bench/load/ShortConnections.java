package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.recording.RecordingFile;
import io.narrows.lab.trace.TraceRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Recorded connections that are cut into short ones, in the order of their beginnings. Each carries a part of the data of both directions,
 * one after another: a read is sent when all before it have arrived.
 *
 * @param name of the recording
 */
public record ShortConnections(String name, List<Piece> pieces) {
    private static final Duration LIMIT = Duration.ofMinutes(30);

    /** A part of a recorded connection. */
    private record Piece(long nanos, List<Read> reads) {}

    /** A read of the recorder, or a part of one at the end of a piece. */
    private record Read(boolean fromClient, ByteBuffer data) {}

    /**
     * Reads a packed recording.
     *
     * @param bytes of each connection, both directions together; what is left of a recorded connection is left out
     */
    public static ShortConnections read(Path file, int bytes) throws IOException {
        try (InputStream packed = Files.newInputStream(file)) {
            Recording recording =
                    RecordingFile.read(file.getFileName().toString().replaceAll("\\..*", ""), packed);
            List<Piece> pieces = new ArrayList<>();
            for (RecordedConnection connection : recording.connections()) {
                cut(connection, bytes, pieces);
            }
            pieces.sort(Comparator.comparingLong(Piece::nanos));
            return new ShortConnections(recording.name(), pieces);
        }
    }

    private record TimedRead(long nanos, Read read) {}

    private static void cut(RecordedConnection connection, int bytes, List<Piece> pieces) {
        List<TimedRead> all = new ArrayList<>();
        add(connection.clientToServer(), true, all);
        add(connection.serverToClient(), false, all);
        all.sort(Comparator.comparingLong(TimedRead::nanos));
        List<Read> reads = new ArrayList<>();
        int left = bytes;
        for (TimedRead timed : all) {
            ByteBuffer data = timed.read().data();
            while (data.hasRemaining()) {
                int length = Math.min(left, data.remaining());
                reads.add(new Read(timed.read().fromClient(), data.slice(data.position(), length)));
                data.position(data.position() + length);
                left -= length;
                if (left == 0) {
                    pieces.add(new Piece(timed.nanos(), reads));
                    reads = new ArrayList<>();
                    left = bytes;
                }
            }
        }
    }

    private static void add(List<TraceRecord> records, boolean fromClient, List<TimedRead> all) {
        for (TraceRecord record : records) {
            all.add(new TimedRead(record.nanos(), new Read(fromClient, record.data())));
        }
    }

    /** Returns the data that the connections before a number carry in one direction, read by read. */
    public List<byte[]> reads(boolean fromClient, int before) {
        return pieces.stream()
                .limit(before)
                .flatMap(piece -> piece.reads().stream())
                .filter(read -> read.fromClient() == fromClient)
                .map(read -> {
                    byte[] bytes = new byte[read.data().remaining()];
                    read.data().duplicate().get(bytes);
                    return bytes;
                })
                .toList();
    }

    /**
     * Carries connections, one after another, from the first of them again if there are fewer.
     *
     * @param first the number of connections that were carried before
     * @return the bytes of their applications
     * @throws IOException if the recording has no more connections than were carried before, or data arrives changed, or not at all
     */
    public long run(Route route, int first, int count) throws IOException {
        if (first >= pieces.size()) {
            throw new IOException("the recording has " + pieces.size() + " connections (expected: more than the "
                    + first + " before those that are counted)");
        }
        long bytes = 0;
        try (Application application = new Application(route, LIMIT)) {
            for (int i = first; i < first + count; i++) {
                bytes += carry(application.connect(), pieces.get(first + (i - first) % (pieces.size() - first)));
            }
        }
        return bytes;
    }

    private static long carry(Connection connection, Piece piece) throws IOException {
        long bytes = 0;
        try (SocketChannel client = connection.client();
                SocketChannel server = connection.server()) {
            for (Read read : piece.reads()) {
                carry(read.fromClient() ? client : server, read.fromClient() ? server : client, read.data());
                bytes += read.data().remaining();
            }
            end(client, server);
            end(server, client);
        }
        return bytes;
    }

    private static void carry(SocketChannel from, SocketChannel to, ByteBuffer data) throws IOException {
        for (ByteBuffer sent = data.duplicate(); sent.hasRemaining(); ) {
            from.write(sent);
        }
        ByteBuffer received = ByteBuffer.allocate(data.remaining());
        while (received.hasRemaining() && to.read(received) >= 0) {
            // until all has arrived
        }
        if (!received.flip().equals(data)) {
            throw new IOException("a read of " + data.remaining() + " bytes arrived changed");
        }
    }

    private static void end(SocketChannel from, SocketChannel to) throws IOException {
        from.shutdownOutput();
        if (to.read(ByteBuffer.allocate(1)) >= 0) {
            throw new IOException("data after the end");
        }
    }
}

package io.narrows.lab.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One direction of one connection, as records to the end of the file.
 *
 * <pre>
 * u64 nanoseconds since the recorder started | u32 length | length bytes      little-endian
 * </pre>
 */
public final class TraceFile {
    private static final int HEADER = Long.BYTES + Integer.BYTES;

    private TraceFile() {}

    /**
     * Reads all records; they share the one array that the file was read into.
     *
     * @throws TraceException if the last record is truncated, a length does not fit the file, or time runs backwards
     */
    public static List<TraceRecord> read(Path file) throws IOException {
        return decode(file, ByteBuffer.wrap(Files.readAllBytes(file)));
    }

    /**
     * Reads all records in the rest of a buffer; they share its memory.
     *
     * @param file for messages
     * @throws TraceException as for a file
     */
    public static List<TraceRecord> decode(Path file, ByteBuffer encoded) throws TraceException {
        ByteBuffer content = encoded.slice().order(ByteOrder.LITTLE_ENDIAN);
        List<TraceRecord> records = new ArrayList<>();
        long last = 0;
        while (content.hasRemaining()) {
            int at = content.position();
            if (content.remaining() < HEADER) {
                throw new TraceException(
                        file, at, "record header of " + content.remaining() + " bytes (expected: " + HEADER + ")");
            }
            long nanos = content.getLong();
            int length = content.getInt();
            if (length < 0 || length > content.remaining()) {
                throw new TraceException(
                        file,
                        at,
                        "record of " + Integer.toUnsignedLong(length) + " bytes (expected: 0-" + content.remaining()
                                + ")");
            }
            if (nanos < last) {
                throw new TraceException(file, at, "time " + nanos + " after " + last);
            }
            records.add(new TraceRecord(nanos, content.slice(content.position(), length)));
            content.position(content.position() + length);
            last = nanos;
        }
        return List.copyOf(records);
    }

    /** Encodes records to the contents of a file. */
    public static ByteBuffer encode(List<TraceRecord> records) {
        int size = records.stream().mapToInt(record -> HEADER + record.length()).reduce(0, Math::addExact);
        ByteBuffer content = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        for (TraceRecord record : records) {
            content.putLong(record.nanos()).putInt(record.length()).put(record.data());
        }
        return content.flip();
    }
}

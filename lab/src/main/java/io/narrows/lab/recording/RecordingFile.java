package io.narrows.lab.recording;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.narrows.config.TrafficClass;
import io.narrows.lab.trace.TraceException;
import io.narrows.lab.trace.TraceFile;
import io.narrows.lab.trace.TraceRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A recording as one zstd file, which the {@code zstd} command reads too. Inside, little-endian:
 *
 * <pre>
 * connection, to the end of the file:
 *   u8 length | name of the class | direction client to server | direction server to client
 * direction:
 *   u32 length | records as in a {@link TraceFile}
 * </pre>
 */
public final class RecordingFile {
    private static final int LEVEL = 19;
    private static final int WINDOW_LOG = 24;

    private RecordingFile() {}

    /**
     * Reads a recording.
     *
     * @param name of the recording, and of the file in messages
     * @throws TraceException if it is truncated or not a recording
     */
    public static Recording read(String name, InputStream packed) throws IOException {
        ByteBuffer content;
        try (InputStream in = new ZstdInputStream(packed)) {
            content = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
        }
        List<RecordedConnection> connections = new ArrayList<>();
        while (content.hasRemaining()) {
            int at = content.position();
            try {
                connections.add(new RecordedConnection(
                        new TrafficClass(text(content)), direction(name, content), direction(name, content)));
            } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
                throw new TraceException(Path.of(name), at, "no complete connection");
            }
        }
        return new Recording(name, connections);
    }

    private static String text(ByteBuffer content) {
        byte[] text = new byte[Byte.toUnsignedInt(content.get())];
        content.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static List<TraceRecord> direction(String name, ByteBuffer content) throws TraceException {
        int length = content.getInt();
        ByteBuffer records = content.slice(content.position(), length);
        content.position(content.position() + length);
        return TraceFile.decode(Path.of(name), records);
    }

    /** Writes a recording. */
    public static void write(Recording recording, OutputStream file) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (RecordedConnection connection : recording.connections()) {
            byte[] trafficClass = connection.trafficClass().name().getBytes(StandardCharsets.UTF_8);
            content.write(trafficClass.length);
            content.write(trafficClass);
            write(connection.clientToServer(), content);
            write(connection.serverToClient(), content);
        }
        try (ZstdOutputStream out = new ZstdOutputStream(file, LEVEL)) {
            out.setLong(WINDOW_LOG);
            content.writeTo(out);
        }
    }

    private static void write(List<TraceRecord> direction, ByteArrayOutputStream content) throws IOException {
        byte[] records = TraceFile.encode(direction).array();
        content.write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(records.length)
                .array());
        content.write(records);
    }
}

package io.narrows.proxy.dictionary;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A recording of the demo, each direction cut into short connections of whole reads. Its format is that of lab's RecordingFile. */
final class DemoConnections {
    private static final Path RECORDINGS = Path.of("../lab/src/main/resources/io/narrows/lab/demo");
    private static final int MAX_READ = 64 << 10;

    private DemoConnections() {}

    /**
     * Reads the first connections.
     *
     * @param bytes of each, at most, unless a single read is longer
     */
    static List<List<byte[]>> of(String recording, int bytes, int most) throws IOException {
        List<List<byte[]>> connections = new ArrayList<>();
        try (InputStream in = new ZstdInputStream(Files.newInputStream(RECORDINGS.resolve(recording + ".zst")))) {
            ByteBuffer content = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            while (content.hasRemaining() && connections.size() < most) {
                skip(content, Byte.toUnsignedInt(content.get()));
                cut(take(content), bytes, connections);
                cut(take(content), bytes, connections);
            }
        }
        return connections.subList(0, Math.min(most, connections.size()));
    }

    private static void cut(ByteBuffer records, int bytes, List<List<byte[]>> connections) {
        List<byte[]> reads = new ArrayList<>();
        int length = 0;
        while (records.hasRemaining()) {
            records.getLong(); // time
            byte[] read = new byte[records.getInt()];
            records.get(read);
            if (read.length > MAX_READ) {
                continue;
            }
            if (length > 0 && length + read.length > bytes) {
                connections.add(List.copyOf(reads));
                reads.clear();
                length = 0;
            }
            reads.add(read);
            length += read.length;
        }
    }

    private static ByteBuffer take(ByteBuffer content) {
        int length = content.getInt();
        ByteBuffer taken = content.slice(content.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        skip(content, length);
        return taken;
    }

    private static void skip(ByteBuffer content, int bytes) {
        content.position(content.position() + bytes);
    }
}

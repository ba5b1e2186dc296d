package io.narrows.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes small traces for tests. */
public final class TraceWriter {
    private TraceWriter() {}

    /** Writes one record per text, a millisecond apart. */
    public static Path write(Path file, String... reads) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < reads.length; i++) {
            byte[] data = reads[i].getBytes(StandardCharsets.UTF_8);
            content.putLong(i * 1_000_000L).putInt(data.length).put(data);
        }
        byte[] written = new byte[content.flip().remaining()];
        content.get(written);
        return Files.write(file, written);
    }

    /** Writes an index of one connection whose files are {@code c2s.trace} and {@code s2c.trace}. */
    public static Path index(Path directory, int clientRecords, int serverRecords) throws IOException {
        return Files.writeString(directory.resolve("index.json"), """
                {
                 "conns": [
                  {
                   "id": 7, "label": "n1", "target": "127.0.0.1:1", "start_ns": 42,
                   "c2s": {"file": "c2s.trace", "records": %d, "bytes": 0},
                   "s2c": {"file": "s2c.trace", "records": %d, "bytes": 0}
                  }
                 ]
                }
                """.formatted(clientRecords, serverRecords));
    }
}

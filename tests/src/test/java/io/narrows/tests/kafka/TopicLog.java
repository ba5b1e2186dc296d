package io.narrows.tests.kafka;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A replica of a partition, as its broker has stored it.
 *
 * @param batches in their order
 */
public record TopicLog(List<RecordBatch> batches) {

    /**
     * Reads the segments in a partition's folder.
     *
     * @throws IOException if one ends within a batch, too
     */
    static TopicLog read(Path folder) throws IOException {
        List<Path> segments;
        try (Stream<Path> files = Files.list(folder)) {
            segments = files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
        List<RecordBatch> batches = new ArrayList<>();
        for (Path segment : segments) {
            ByteBuffer rest = ByteBuffer.wrap(Files.readAllBytes(segment));
            while (rest.hasRemaining()) {
                batches.add(next(rest, segment));
            }
        }
        return new TopicLog(batches);
    }

    private static RecordBatch next(ByteBuffer rest, Path segment) throws IOException {
        int length = rest.remaining() < RecordBatch.HEADER ? Integer.MAX_VALUE : RecordBatch.length(rest);
        if (length < RecordBatch.HEADER || length > rest.remaining()) {
            throw new IOException("%s: no whole batch at %d".formatted(segment, rest.position()));
        }
        ByteBuffer batch = rest.slice(rest.position(), length);
        rest.position(rest.position() + length);
        return new RecordBatch(batch);
    }

    /** Returns the bytes of all batches. */
    public long bytes() {
        return batches.stream().mapToLong(batch -> batch.bytes().remaining()).sum();
    }

    /** Returns the bytes of all records as they were compressed, without the headers of batches. */
    public long packedBytes() {
        return bytes() - (long) batches.size() * RecordBatch.HEADER;
    }
}

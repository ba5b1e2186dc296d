package io.narrows.cli.analyze;

import io.narrows.lab.trace.Trace;
import io.narrows.lab.trace.TraceConnection;
import io.narrows.lab.trace.TraceFile;
import io.narrows.lab.trace.TraceRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The input of an analysis: streams of reads, one per direction of each connection.
 *
 * @param name as the user gave it
 */
record Traffic(String name, List<List<ByteBuffer>> streams) {
    /**
     * Opens traffic: a directory with an index is a trace, a {@code .trace} file is one stream of it, any other file is a
     * stream of reads of equal size.
     */
    static Traffic open(Path path, int readSize) throws IOException {
        if (Trace.isAt(path)) {
            List<List<ByteBuffer>> streams = new ArrayList<>();
            for (TraceConnection connection : Trace.open(path)) {
                streams.add(reads(connection.clientToServer()));
                streams.add(reads(connection.serverToClient()));
            }
            return new Traffic(path.toString(), streams);
        }
        if (path.toString().endsWith(".trace")) {
            return new Traffic(path.toString(), List.of(reads(TraceFile.read(path))));
        }
        return new Traffic(path.toString(), List.of(cut(Files.readAllBytes(path), readSize)));
    }

    private static List<ByteBuffer> reads(List<TraceRecord> records) {
        return records.stream().map(TraceRecord::data).toList();
    }

    private static List<ByteBuffer> cut(byte[] content, int readSize) {
        List<ByteBuffer> reads = new ArrayList<>();
        for (int from = 0; from < content.length; from += readSize) {
            reads.add(ByteBuffer.wrap(content, from, Math.min(readSize, content.length - from)));
        }
        return reads;
    }

    long bytes() {
        return streams.stream()
                .flatMap(List::stream)
                .mapToLong(ByteBuffer::remaining)
                .sum();
    }

    long reads() {
        return streams.stream().mapToLong(List::size).sum();
    }

    int longestRead() {
        return streams.stream()
                .flatMap(List::stream)
                .mapToInt(ByteBuffer::remaining)
                .max()
                .orElse(0);
    }
}

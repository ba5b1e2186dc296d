package io.narrows.middleware.meter;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Counts the CPU time of a compressing stream, excluding gRPC's work between the calls, such as serialization. */
final class TimedOutputStream extends FilterOutputStream {
    private final MessageCell cell;
    private final int weight;
    private long nanos;

    TimedOutputStream(OutputStream compressing, MessageCell cell, int weight) {
        super(compressing);
        this.cell = cell;
        this.weight = weight;
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        long before = ThreadCpu.nanos();
        out.write(bytes, offset, length);
        nanos += ThreadCpu.nanos() - before;
    }

    @Override
    public void close() throws IOException {
        long before = ThreadCpu.nanos();
        out.close();
        nanos += ThreadCpu.nanos() - before;
        cell.cpu(nanos * weight);
        nanos = 0;
    }
}

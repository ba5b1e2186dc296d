package io.narrows.codec;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes and decodes recorded streams with one codec, for {@code bin/bench dense}. Prints
 * {@code bytes-in bytes-out first-encoding first-decoding warm-encoding warm-decoding}, the last four in 10^6 bytes before
 * compression per second of this thread's processor time. The first pass is the first in this JVM, the warm one the last of
 * several.
 */
public final class DenseRates {
    private static final int PASSES = 5;

    private DenseRates() {}

    /** @param args codec, level, and a {@code .trace} file for each stream */
    public static void main(String[] args) throws IOException {
        Codec codec = Arrays.stream(Codec.values())
                .filter(one -> one.label().equals(args[0]))
                .findFirst()
                .orElseThrow();
        CodecSpec spec = CodecSpec.of(codec, Integer.parseInt(args[1]));
        List<List<ByteBuffer>> streams = new ArrayList<>();
        for (String file : Arrays.asList(args).subList(2, args.length)) {
            streams.add(TraceReads.of(Path.of(file)));
        }
        long[] first = null;
        long[] last = null;
        try (StreamEncoder encoder = Codecs.load().streamEncoder(spec);
                StreamDecoder decoder = Codecs.load().streamDecoder(codec, spec.windowLog())) {
            for (int pass = 0; pass < PASSES; pass++) {
                last = pass(streams, encoder, decoder);
                first = first == null ? last : first;
            }
        }
        System.out.printf(
                "%d %d %.2f %.2f %.2f %.2f%n",
                last[0],
                last[1],
                first[0] * 1e3 / first[2],
                first[0] * 1e3 / first[3],
                last[0] * 1e3 / last[2],
                last[0] * 1e3 / last[3]);
    }

    /** Returns bytes in, bytes out, encoding nanoseconds and decoding nanoseconds. */
    private static long[] pass(List<List<ByteBuffer>> streams, StreamEncoder encoder, StreamDecoder decoder)
            throws MalformedDataException {
        long[] sums = new long[4];
        for (List<ByteBuffer> reads : streams) {
            int bytes = reads.stream().mapToInt(ByteBuffer::limit).sum();
            ByteBuffer frames =
                    ByteBuffer.allocateDirect(bytes + encoder.maxFrameLength(1) * (reads.size() + 1) + bytes / 8);
            ByteBuffer back = ByteBuffer.allocateDirect(bytes);
            int[] ends = new int[reads.size()];
            long start = cpu();
            encoder.reset();
            for (int i = 0; i < ends.length; i++) {
                encoder.encode(reads.get(i).rewind(), frames);
                ends[i] = frames.position();
            }
            long middle = cpu();
            int coded = frames.position();
            frames.rewind();
            long again = cpu();
            decoder.reset();
            for (int i = 0; i < ends.length; i++) {
                back.limit(back.position() + reads.get(i).limit());
                decoder.decode(frames.limit(ends[i]), back);
            }
            long end = cpu();
            back.flip();
            for (ByteBuffer read : reads) {
                if (!back.slice(back.position(), read.limit()).equals(read.rewind())) {
                    throw new AssertionError("content came back changed");
                }
                back.position(back.position() + read.limit());
            }
            sums[0] += bytes;
            sums[1] += coded;
            sums[2] += middle - start;
            sums[3] += end - again;
        }
        return sums;
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}

package io.narrows.codec;

import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Encodes and decodes recorded streams with one codec, for {@code bin/bench dense}. Prints
 * {@code bytes-in bytes-out first-encoding first-decoding warm-encoding warm-decoding}, the last four in 10^6 bytes before
 * compression per second of this thread's processor time. The first pass is the first in this JVM, the warm one the last of
 * several.
 */
@Command(
        name = "dense-rates",
        mixinStandardHelpOptions = true,
        hidden = true,
        description = "The measurements of one JVM of bin/bench dense.")
public final class DenseRates implements Benchmark {
    private static final int PASSES = 5;

    /** @param args codec, level, and a {@code .trace} file for each stream */
    @Parameters(index = "0", paramLabel = "CODEC")
    private String label;

    @Parameters(index = "1", paramLabel = "LEVEL")
    private int level;

    @Parameters(index = "2..*", paramLabel = "FILE")
    private List<Path> files;

    @Override
    public Integer call() throws IOException {
        Codec codec = Arrays.stream(Codec.values())
                .filter(one -> one.label().equals(label))
                .findFirst()
                .orElseThrow();
        CodecSpec spec = CodecSpec.of(codec, level);
        List<List<ByteBuffer>> streams = new ArrayList<>();
        for (Path file : files) {
            streams.add(TraceReads.of(file));
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
        return 0;
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

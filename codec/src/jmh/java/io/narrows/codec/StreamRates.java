package io.narrows.codec;

import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Measures the encoding speed of one codec on recorded streams, flushed after each read: our side of
 * {@code bin/bench streams}. Prints {@code bytes-in bytes-out seconds}. Seconds are this thread's processor time for
 * one pass over all streams, the median of several passes after equally long warm-up.
 */
@Command(
        name = "stream-rates",
        mixinStandardHelpOptions = true,
        hidden = true,
        description = "Our side of bin/bench streams.")
public final class StreamRates implements Benchmark {
    private static final double WARM_UP_SECONDS = 3;
    private static final int PASSES = 9;

    private record Pass(long bytesIn, long bytesOut, double seconds) {}

    /** @param args a file of {@code u32 reads, then u32 length and bytes of each} for each stream; codec; level */
    @Parameters(index = "0", paramLabel = "FILE")
    private Path file;

    @Parameters(index = "1", paramLabel = "CODEC")
    private String label;

    @Parameters(index = "2", paramLabel = "LEVEL")
    private int level;

    @Override
    public Integer call() throws IOException {
        List<List<ByteBuffer>> streams = streams(file);
        Codec codec = Arrays.stream(Codec.values())
                .filter(one -> one.label().equals(label))
                .findFirst()
                .orElseThrow();
        try (StreamEncoder encoder = Codecs.load().streamEncoder(CodecSpec.of(codec, level))) {
            double warm = 0;
            while (warm < WARM_UP_SECONDS) {
                warm += pass(streams, encoder).seconds();
            }
            List<Pass> passes = new ArrayList<>();
            for (int i = 0; i < PASSES; i++) {
                passes.add(pass(streams, encoder));
            }
            passes.sort((one, other) -> Double.compare(one.seconds(), other.seconds()));
            Pass median = passes.get(PASSES / 2);
            System.out.println(median.bytesIn() + " " + median.bytesOut() + " " + median.seconds());
        }
        return 0;
    }

    private static Pass pass(List<List<ByteBuffer>> streams, StreamEncoder encoder) {
        ByteBuffer frame = ByteBuffer.allocateDirect(encoder.maxFrameLength(1 << 20));
        long bytesIn = 0;
        long bytesOut = 0;
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (List<ByteBuffer> reads : streams) {
            encoder.reset();
            for (ByteBuffer read : reads) {
                encoder.encode(read.rewind(), frame.clear());
                bytesIn += read.limit();
                bytesOut += frame.position();
            }
        }
        long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        return new Pass(bytesIn, bytesOut, nanos / 1e9);
    }

    private static List<List<ByteBuffer>> streams(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        ByteBuffer all =
                ByteBuffer.allocateDirect(content.length).put(content).flip().order(ByteOrder.LITTLE_ENDIAN);
        List<List<ByteBuffer>> streams = new ArrayList<>();
        while (all.hasRemaining()) {
            List<ByteBuffer> reads = new ArrayList<>();
            for (int left = all.getInt(); left > 0; left--) {
                int length = all.getInt();
                reads.add(all.slice(all.position(), length));
                all.position(all.position() + length);
            }
            streams.add(reads);
        }
        return streams;
    }
}

package io.narrows.codec;

import com.github.luben.zstd.ZstdInputStream;
import io.narrows.testkit.program.Benchmark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Measures encoding and decoding of single frames in microseconds, by codec, level and size, for {@code bin/bench frame-costs}.
 * Prints a row for each level: the first frame of a context, then the median of frames of each size, encoding before decoding. A
 * sidecar uses these figures until it has its own measurements.
 */
@Command(
        name = "frame-costs",
        mixinStandardHelpOptions = true,
        description = "Measures microseconds per frame of each codec and level, by frame size.")
public final class FrameCosts implements Benchmark {
    private static final int[] SIZES = {64, 256, 1024, 4096, 16384, 65536};
    private static final int CONTEXTS = 5;
    private static final int MOST_FRAMES = 400;
    private static final long MOST_NANOS = 400_000_000L;

    /** @param args recordings, zstd-compressed or plain; the first bytes of each become the frames */
    @Parameters(arity = "1..*", paramLabel = "RECORDING", description = "Packed recordings, or folders of traces.")
    private List<Path> paths;

    @Override
    public Integer call() throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Path path : paths) {
            all.write(content(path));
        }
        ByteBuffer content =
                ByteBuffer.allocateDirect(all.size()).put(all.toByteArray()).flip();
        for (Codec codec : Codec.values()) {
            Levels levels = Levels.of(codec);
            for (int level = levels.min(); level <= levels.max(); level++) {
                if (codec != Codec.NONE && levels.allow(level)) {
                    row(CodecSpec.of(codec, level), content);
                }
            }
        }
        return 0;
    }

    private static byte[] content(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return file.toString().endsWith(".zst") ? new ZstdInputStream(in).readAllBytes() : in.readAllBytes();
        }
    }

    private static void row(CodecSpec spec, ByteBuffer content) throws MalformedDataException {
        long[][] first = new long[2][CONTEXTS];
        StringBuilder sizes = new StringBuilder();
        for (int size : SIZES) {
            long[][] took = null;
            for (int i = 0; i < (size == 1024 ? CONTEXTS : 1); i++) {
                took = frames(spec, content, size);
                if (size == 1024) {
                    first[0][i] = took[0][0];
                    first[1][i] = took[1][0];
                }
            }
            sizes.append(" %8.1f/%-6.1f".formatted(median(took[0]), median(took[1])));
        }
        System.out.printf("%-9s first %8.1f/%-6.1f%s%n", spec, median(first[0]), median(first[1]), sizes);
    }

    /** Returns the encoding times and the decoding times of all frames, in nanoseconds. */
    private static long[][] frames(CodecSpec spec, ByteBuffer content, int size) throws MalformedDataException {
        int frames = Math.min(MOST_FRAMES, content.limit() / size);
        long[][] took = new long[2][frames];
        try (StreamEncoder encoder = Codecs.load().streamEncoder(spec);
                StreamDecoder decoder = Codecs.load().streamDecoder(spec.codec(), 23)) {
            ByteBuffer frame = ByteBuffer.allocateDirect(encoder.maxFrameLength(size));
            ByteBuffer back = ByteBuffer.allocateDirect(size);
            long begin = System.nanoTime();
            int done = 0;
            while (done < frames && System.nanoTime() - begin < MOST_NANOS) {
                long start = System.nanoTime();
                encoder.encode(content.slice(done * size, size), frame.clear());
                long middle = System.nanoTime();
                decoder.decode(frame.flip(), back.clear());
                took[1][done] = System.nanoTime() - middle;
                took[0][done++] = middle - start;
            }
            return new long[][] {Arrays.copyOf(took[0], done), Arrays.copyOf(took[1], done)};
        }
    }

    private static double median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / 1e3;
    }
}

package io.narrows.unpack.find;

import com.github.luben.zstd.ZstdInputStream;
import io.narrows.codec.PackedFormat;
import io.narrows.testkit.program.Benchmark;
import io.narrows.unpack.PieceKind;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures the processor time of a {@link PieceFinder} per byte, for {@code bin/bench finder}. Each finder reads as much of a
 * stream as it searches without pauses.
 */
@Command(
        name = "finder",
        mixinStandardHelpOptions = true,
        description = "Measures the search for compressed pieces, in nanoseconds of processor time per byte.")
public final class FinderRates implements Benchmark {
    private static final int SIZE = 8 << 20;
    private static final int ROUNDS = 9;
    private static final int PASSES = 20;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Option(names = "--read", defaultValue = "65536", paramLabel = "BYTES", description = "Length of each read.")
    private int read;

    @Parameters(
            paramLabel = "RECORDING",
            description = "Recordings, zstd-compressed or plain, in addition to synthetic streams.")
    private List<Path> recordings = List.of();

    private long pieces;

    @Override
    public Integer call() throws Exception {
        Map<String, byte[]> streams = streams();
        for (Map.Entry<String, byte[]> stream : streams.entrySet()) {
            byte[] bytes = stream.getValue();
            ByteBuffer direct =
                    ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
            measure(direct);
            System.out.printf("%-24s %8.3f ns/byte %6d pieces%n", stream.getKey(), measure(direct), pieces);
        }
        return 0;
    }

    private Map<String, byte[]> streams() throws IOException {
        byte[] text = Contents.text(1, SIZE);
        Map<String, byte[]> streams = new LinkedHashMap<>();
        streams.put("zeros", new byte[SIZE]);
        streams.put("text", text);
        streams.put("noise", Contents.noise(2, SIZE));
        streams.put("small integers", integers());
        streams.put("Kafka, no codec", batches(0, text));
        streams.put("Kafka, LZ4", batches(3, text));
        streams.put("Kafka, gzip", batches(1, text));
        for (Path recording : recordings) {
            try (InputStream in = Files.newInputStream(recording)) {
                boolean packed = recording.toString().endsWith(".zst");
                streams.put(
                        recording.getFileName().toString(),
                        packed ? new ZstdInputStream(in).readAllBytes() : in.readAllBytes());
            }
        }
        return streams;
    }

    /** Returns big-endian integers of which most are small: the worst case, because batches of Kafka look like that. */
    private static byte[] integers() {
        Random random = new Random(3);
        ByteBuffer integers = ByteBuffer.allocate(SIZE);
        while (integers.hasRemaining()) {
            integers.putInt(random.nextInt(1 << random.nextInt(1, 20)));
        }
        return integers.array();
    }

    private static byte[] batches(int codec, byte[] text) {
        byte[][] batches = new byte[text.length / 50_000][];
        for (int i = 0; i < batches.length; i++) {
            byte[] records = Arrays.copyOfRange(text, i * 50_000, (i + 1) * 50_000);
            batches[i] = Packed.kafkaBatch(
                    codec,
                    7,
                    switch (codec) {
                        case 0 -> records;
                        case 1 -> Packed.gzip(records);
                        default -> Packed.lz4(records);
                    });
        }
        return Packed.joined(batches);
    }

    /** Returns the median of several rounds, in nanoseconds per byte. */
    private double measure(ByteBuffer stream) {
        double[] rounds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long start = THREADS.getCurrentThreadCpuTime();
            for (int pass = 0; pass < PASSES; pass++) {
                find(stream);
            }
            rounds[i] = (double) (THREADS.getCurrentThreadCpuTime() - start) / PASSES / stream.limit();
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    private void find(ByteBuffer stream) {
        pieces = 0;
        PieceFinder.Receiver receiver = new PieceFinder.Receiver() {
            @Override
            public void plain(int bytes) {}

            @Override
            public void piece(FoundPiece piece) {
                pieces++;
            }
        };
        for (int begin = 0; begin < stream.capacity(); begin += SearchPauses.QUIET) {
            find(stream, begin, Math.min(stream.capacity(), begin + SearchPauses.QUIET), receiver);
        }
    }

    private void find(ByteBuffer stream, int begin, int end, PieceFinder.Receiver receiver) {
        try (PieceFinder finder = new PieceFinder(
                EnumSet.allOf(PackedFormat.class), true, EnumSet.allOf(PieceKind.class), parts -> true, 1 << 20)) {
            for (int at = begin; at < end; at += read) {
                finder.find(stream.limit(Math.min(end, at + read)).position(at), receiver);
            }
        }
    }
}

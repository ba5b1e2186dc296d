package io.narrows.estimate.tcp;

import com.sun.management.ThreadMXBean;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.AutoSettings;
import io.narrows.config.Policy;
import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.run.Estimate;
import io.narrows.estimate.run.EstimateSettings;
import io.narrows.estimate.topology.Topology;
import io.narrows.estimate.topology.TopologyEntry;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how fast the streams of a capture are put together, or compressed as by {@code narrows estimate}, in one thread. */
@Command(
        name = "captures",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures how fast the streams of a capture are put together, or compressed as by narrows estimate, in"
                        + " one thread.")
public final class CapturesCommand implements Benchmark {
    private static final long CONTEXT_BYTES = 1L << 30;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Option(
            names = "--megabytes",
            defaultValue = "500",
            paramLabel = "N",
            description = "Size of the capture. Default: ${DEFAULT-VALUE}.")
    private long megabytes;

    @Option(
            names = "--every",
            defaultValue = "0",
            paramLabel = "N",
            description = "Each Nth packet is late. Default: none.")
    private int every;

    @Option(names = "--reps", defaultValue = "5", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Option(
            names = "--zstd",
            paramLabel = "LEVEL",
            description = "Compresses the streams, as narrows estimate does. Default: only puts them together.")
    private @Nullable Integer level;

    private long bytes;

    @Override
    public Integer call() throws IOException {
        Path file = Files.createTempFile("captures", ".pcap");
        try {
            LargeCapture.write(file, megabytes * 1_000_000, every);
            for (int i = 0; i < reps; i++) {
                measure(file);
            }
        } finally {
            Files.delete(file);
        }
        return 0;
    }

    @SuppressWarnings("deprecation") // Thread.threadId() exists since Java 19
    private void measure(Path file) throws IOException {
        CapturedStreams streams = new CapturedStreams(listener(), AssemblyLimits.DEFAULT);
        long thread = Thread.currentThread().getId();
        long allocated = THREADS.getThreadAllocatedBytes(thread);
        long processor = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        try (CaptureReader reader = CaptureReader.open(file)) {
            streams.read(reader);
        }
        streams.end();
        double seconds = (System.nanoTime() - start) / 1e9;
        double processorSeconds = (THREADS.getCurrentThreadCpuTime() - processor) / 1e9;
        allocated = THREADS.getThreadAllocatedBytes(thread) - allocated;
        System.out.printf(
                "%,.0f MB/s, %,.0f MB per second of processor time, %,.1f bytes allocated per packet, %,d late, checksum %d%n",
                Files.size(file) / 1e6 / seconds,
                Files.size(file) / 1e6 / processorSeconds,
                (double) allocated / streams.packets().packets(),
                streams.streams().outOfOrderSegments(),
                bytes);
    }

    private StreamListener listener() {
        if (level == null) {
            return (connection, nanos) -> new Sum();
        }
        CodecSpec spec = CodecSpec.of(Codec.ZSTD, level);
        Policy policy = new Policy(List.of());
        Topology everywhere = new Topology(List.of(TopologyEntry.parse("0.0.0.0/0=region/zone/node")));
        return new Estimate(
                everywhere,
                new EstimateSettings(policy, AutoSettings.STANDARD, List.of(), List.of(spec), true, CONTEXT_BYTES),
                Codecs.load());
    }

    /** Reads each byte's memory about once, as a codec would at least. */
    private final class Sum implements StreamConsumer {
        @Override
        public void bytes(Direction direction, long nanos, ByteBuffer run) {
            for (int at = run.position(); at + Long.BYTES <= run.limit(); at += Long.BYTES) {
                bytes += run.getLong(at);
            }
        }

        @Override
        public void lost(Direction direction, long nanos, long count) {
            throw new IllegalStateException("lost bytes in a capture without holes");
        }

        @Override
        public void closed(Ending ending, long nanos) {}
    }
}

package io.narrows.estimate.tcp;

import com.sun.management.ThreadMXBean;
import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how fast the streams of a capture are put together, in one thread. */
@Command(
        name = "captures",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures how fast the streams of a capture are put together, in one thread.")
public final class CapturesCommand implements Benchmark {
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
        CapturedStreams streams = new CapturedStreams((connection, nanos) -> new Sum(), AssemblyLimits.DEFAULT);
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

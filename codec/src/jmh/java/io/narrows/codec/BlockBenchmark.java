package io.narrows.codec;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Processes blocks of recorded traffic one after another, direct to direct. The counters are bytes before compression and
 * nanoseconds of processor time, of all threads in one iteration; unlike the score, their quotient is robust on a busy
 * machine.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BlockBenchmark {
    @Param({"none:0", "snappy:0", "lz4:0", "lz4hc:9", "gzip:1", "gzip:6", "zstd:-1", "zstd:1", "zstd:3", "zstd:9"})
    public String codec;

    @Param({"4096", "16384", "65536"})
    public int blockSize;

    private final List<Block> blocks = new ArrayList<>();
    private BlockCodec blockCodec;
    private ByteBuffer compressed;
    private ByteBuffer uncompressed;
    private int next;

    /** The bytes processed in one iteration, and the processor time used. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counters {
        public long bytes;
        public long cpuNanos;
        private long start;

        @Setup(Level.Iteration)
        public void start() {
            bytes = 0;
            start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }

        @TearDown(Level.Iteration)
        public void stop() {
            cpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        }
    }

    /** A block, its compressed form, room that is a tenth smaller, noise of the same size, and room of 7/8. */
    private record Block(
            ByteBuffer plain, ByteBuffer coded, ByteBuffer tooSmall, ByteBuffer noise, ByteBuffer eighthLess) {}

    @Setup
    public void cutBlocks() {
        String[] parts = codec.split(":");
        Codec id = List.of(Codec.values()).stream()
                .filter(one -> one.label().equals(parts[0]))
                .findFirst()
                .orElseThrow();
        blockCodec = Codecs.load().block(CodecSpec.of(id, Integer.parseInt(parts[1])));
        compressed = ByteBuffer.allocateDirect(blockCodec.maxCompressedLength(blockSize));
        uncompressed = ByteBuffer.allocateDirect(blockSize);
        for (List<byte[]> reads : List.of(Samples.etcd(), Samples.postgres())) {
            byte[] all = Samples.joined(
                    reads, reads.stream().mapToInt(read -> read.length).sum());
            for (int from = 0; from + blockSize <= all.length; from += blockSize) {
                blocks.add(block(all, from));
            }
        }
    }

    private Block block(byte[] all, int from) {
        ByteBuffer plain =
                ByteBuffer.allocateDirect(blockSize).put(all, from, blockSize).flip();
        blockCodec.compress(plain.duplicate(), compressed.clear());
        ByteBuffer coded = ByteBuffer.allocateDirect(compressed.flip().remaining())
                .put(compressed)
                .flip();
        ByteBuffer noise = ByteBuffer.allocateDirect(blockSize)
                .put(Samples.noise(from, blockSize))
                .flip();
        return new Block(
                plain,
                coded,
                ByteBuffer.allocateDirect(coded.remaining() * 9 / 10),
                noise,
                ByteBuffer.allocateDirect(blockSize / 8 * 7));
    }

    /** Returns the compression ratio: compressed bytes per byte of all blocks. */
    double ratio() {
        long coded =
                blocks.stream().mapToLong(block -> block.coded().capacity()).sum();
        return (double) coded / blocks.size() / blockSize;
    }

    private Block take(Counters counters) {
        next = next + 1 == blocks.size() ? 0 : next + 1;
        counters.bytes += blockSize;
        return blocks.get(next);
    }

    @Benchmark
    public int compress(Counters counters) {
        return blockCodec.compress(take(counters).plain().rewind(), compressed.clear());
    }

    /** Declines every call, with nine tenths of the room that the block needs: RocksDB's {@code compressreject}. */
    @Benchmark
    public int compressReject(Counters counters) {
        Block block = take(counters);
        return declined(blockCodec.compress(block.plain().rewind(), block.tooSmall()));
    }

    /** Declines every call: noise, of which one eighth must be saved. */
    @Benchmark
    public int compressNoise(Counters counters) {
        Block block = take(counters);
        return declined(blockCodec.compress(block.noise().rewind(), block.eighthLess()));
    }

    private static int declined(int length) {
        if (length != BlockCodec.DECLINED) {
            throw new IllegalStateException("a block fitted into less than its size: " + length);
        }
        return length;
    }

    @Benchmark
    public ByteBuffer uncompress(Counters counters) throws MalformedDataException {
        blockCodec.decompress(take(counters).coded().rewind(), uncompressed.clear(), blockSize);
        return uncompressed;
    }
}

package io.narrows.codec;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Encodes a recorded connection from its start, flushed after each read, direct to direct; in microseconds for the
 * whole connection.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StreamBenchmark {
    @Param({"snappy:0", "lz4:0", "lz4hc:9", "gzip:1", "zstd:-1", "zstd:1", "dense:2"})
    public String codec;

    @Param({"etcd", "postgres"})
    public String traffic;

    private final List<ByteBuffer> reads = new ArrayList<>();
    private final List<ByteBuffer> frames = new ArrayList<>();
    private StreamEncoder encoder;
    private StreamDecoder decoder;
    private ByteBuffer frame;
    private ByteBuffer content;

    @Setup
    public void encodeAll() {
        String[] parts = codec.split(":");
        Codec id = List.of(Codec.values()).stream()
                .filter(one -> one.label().equals(parts[0]))
                .findFirst()
                .orElseThrow();
        encoder = Codecs.load().streamEncoder(CodecSpec.of(id, Integer.parseInt(parts[1])));
        decoder = Codecs.load().streamDecoder(id, 23);
        frame = ByteBuffer.allocateDirect(encoder.maxFrameLength(64 << 10));
        content = ByteBuffer.allocateDirect(64 << 10);
        for (byte[] read : traffic.equals("etcd") ? Samples.etcd() : Samples.postgres()) {
            reads.add(ByteBuffer.allocateDirect(read.length).put(read).flip());
            encoder.encode(reads.get(reads.size() - 1), frame.clear());
            frames.add(ByteBuffer.allocateDirect(frame.flip().remaining())
                    .put(frame)
                    .flip());
        }
    }

    @Benchmark
    public long encode() {
        encoder.reset();
        long bytes = 0;
        for (ByteBuffer read : reads) {
            encoder.encode(read.rewind(), frame.clear());
            bytes += frame.position();
        }
        return bytes;
    }

    @Benchmark
    public long decode() throws MalformedDataException {
        decoder.reset();
        long bytes = 0;
        for (ByteBuffer one : frames) {
            decoder.decode(one.rewind(), content.clear());
            bytes += content.position();
        }
        return bytes;
    }
}

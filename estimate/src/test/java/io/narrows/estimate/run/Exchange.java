package io.narrows.estimate.run;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.AutoSettings;
import io.narrows.config.Policy;
import io.narrows.estimate.tcp.AssemblyLimits;
import io.narrows.estimate.tcp.Connection;
import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.tcp.Ending;
import io.narrows.estimate.tcp.Endpoint;
import io.narrows.estimate.tcp.Opening;
import io.narrows.estimate.tcp.PacketCounts;
import io.narrows.estimate.tcp.StreamConsumer;
import io.narrows.estimate.tcp.StreamCounts;
import io.narrows.estimate.tcp.TcpAssembler;
import io.narrows.estimate.topology.Topology;
import io.narrows.estimate.topology.TopologyEntry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Connections from 10.1.0.1 to 10.2.0.1, which are in two zones, an event every two milliseconds. */
public final class Exchange {
    static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD, 3);
    static final long STEP = 2_000_000;

    private final AtomicLong cpu = new AtomicLong();
    private final Estimate estimate;
    private long nanos;
    private long number;

    public Exchange() {
        this(64 << 20);
    }

    Exchange(long contextBytes) {
        this(contextBytes, Estimate.MOST_CELLS);
    }

    Exchange(long contextBytes, int mostCells) {
        this(Policy.STANDARD, contextBytes, mostCells);
    }

    Exchange(Policy policy) {
        this(policy, 64 << 20, Estimate.MOST_CELLS);
    }

    private Exchange(Policy policy, long contextBytes, int mostCells) {
        Topology topology = new Topology(List.of(
                TopologyEntry.parse("10.1.0.0/16=us-east-1/a/db-1"),
                TopologyEntry.parse("10.2.0.0/16=us-east-1/b/db-2")));
        EstimateSettings settings =
                new EstimateSettings(policy, AutoSettings.STANDARD, List.of(), List.of(ZSTD), false, contextBytes);
        estimate = new Estimate(topology, settings, Codecs.load(), () -> cpu.addAndGet(1000), mostCells);
    }

    public Estimate estimate() {
        return estimate;
    }

    StreamConsumer open(String client, String server, Opening opening) {
        return estimate.opened(
                new Connection(++number, endpoint(client, 40_000), endpoint(server, 5432), opening), nanos += STEP);
    }

    public StreamConsumer open() {
        return open("10.1.0.1", "10.2.0.1", Opening.SYN);
    }

    private static Endpoint endpoint(String address, int port) {
        try {
            return new Endpoint(InetAddress.getByName(address), port);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address, e);
        }
    }

    public void client(StreamConsumer connection, byte[] bytes) {
        connection.bytes(Direction.FROM_CLIENT, nanos += STEP, ByteBuffer.wrap(bytes));
    }

    public void client(StreamConsumer connection, String text) {
        client(connection, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void server(StreamConsumer connection, String text) {
        connection.bytes(
                Direction.FROM_SERVER, nanos += STEP, ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** Lets the capture's time pass, so that what was sent before is read. */
    public void pause() {
        pause(STEP);
    }

    void pause(long duration) {
        nanos += duration;
        estimate.advance(nanos);
    }

    void lose(StreamConsumer connection, int bytes) {
        connection.lost(Direction.FROM_CLIENT, nanos += STEP, bytes);
    }

    public void close(StreamConsumer connection) {
        connection.closed(Ending.FINISHED, nanos += STEP);
    }

    /** Returns the counts of a capture that begins with the first event and ends with the last one. */
    public PacketCounts packets() {
        return new PacketCounts(0, nanos - STEP, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** Returns the counts of a capture whose segments all belong to connections. */
    public StreamCounts streams() {
        return new TcpAssembler(estimate, AssemblyLimits.DEFAULT).counts();
    }

    TrafficFigures only() {
        return estimate.traffic().values().iterator().next();
    }
}

package io.narrows.estimate.run;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.unpack.DirectionUnpacker;
import io.narrows.unpack.Refusal;
import io.narrows.unpack.recipe.Recipe;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * One direction of a connection on links that unpack what the application compressed, under each codec that compresses. Until a piece is
 * found, the figures are those of links that do not unpack; from then on the codecs run apart from those. A piece waits for its end as
 * long as on a link. For one thread.
 */
final class UnpackedRuns implements DirectionUnpacker.Listener {
    private final RunTools tools;
    private final boolean ipv6;
    private final PendingPieces waiting;
    private final Map<CodecSpec, CodecRun> runs = new LinkedHashMap<>();
    private TrafficFigures cell;
    private Set<CodecSpec> specs;
    private DirectionUnpacker unpacker;
    private boolean apart;
    private boolean unpacked;
    private long pendingSince;

    /**
     * @param cell its figures of links that unpack are added to
     * @param specs the codecs to run
     */
    UnpackedRuns(TrafficFigures cell, Set<CodecSpec> specs, RunTools tools, boolean ipv6, PendingPieces waiting) {
        this.tools = tools;
        this.ipv6 = ipv6;
        this.waiting = waiting;
        this.cell = cell;
        this.specs = specs;
        this.unpacker = unpackerOf(cell);
        this.apart = cell.policyUnpacks();
    }

    private DirectionUnpacker unpackerOf(TrafficFigures of) {
        return new DirectionUnpacker(of.unpackedFormats(), tools.recipes(), this, tools::cpuNanos);
    }

    /** Continues with another class, as a link does. */
    void follow(TrafficFigures next, Set<CodecSpec> codecs) {
        passPending();
        if (!next.unpackedFormats().equals(cell.unpackedFormats())) {
            unpacker.close();
            unpacker = unpackerOf(next);
            unpacked = false;
        }
        cell = next;
        specs = codecs;
        apart = apart || next.policyUnpacks();
    }

    @Override
    public void unpacked(PackedFormat format, Recipe recipe, int bytes) {
        cell.pieces().unpacked(format, recipe, bytes);
    }

    @Override
    public void refused(PackedFormat format, Refusal reason, int bytes) {
        cell.pieces().refused(format, reason, bytes);
    }

    /**
     * Sends bytes that a link would read together.
     *
     * @param isRaw whether a link would send them as they are under any codec, because messages are compressed
     * @param plain the figures of each codec for these bytes alone, on links that do not unpack
     */
    void send(byte[] bytes, int length, long nanos, boolean isRaw, Map<CodecSpec, CodecFigures> plain) {
        int before = unpacker.pending();
        ByteBuffer content = unpacker.read(ByteBuffer.wrap(bytes, 0, length));
        int pending = unpacker.pending();
        if (pending == 0) {
            waiting.remove(this);
        } else if (before == 0 || pending < before + length) {
            pendingSince = nanos;
            waiting.add(this);
        }
        unpacked = unpacked || unpacker.carriedFrom() < content.limit();
        apart = apart || unpacked || pending > 0;
        if (apart) {
            compress(content, before + length - pending, nanos, isRaw && !unpacked);
        } else {
            plain.forEach((spec, figures) -> cell.unpacked(spec).add(figures));
        }
    }

    /** Returns since when the end of a piece is missing. */
    long pendingSince() {
        return pendingSince;
    }

    /** Has a piece whose end is missing go as it is. */
    void passPending() {
        int pending = unpacker.pending();
        if (pending > 0) {
            waiting.remove(this);
            compress(unpacker.passPending(), pending, pendingSince, false);
        }
    }

    private void compress(ByteBuffer content, int app, long nanos, boolean isRaw) {
        int length = content.remaining();
        byte[] bytes = new byte[length];
        content.get(bytes);
        long cpu = unpacker.takeCpuNanos();
        for (CodecSpec spec : specs) {
            CodecFigures figures = cell.unpacked(spec);
            figures.unpacked(length - app, cpu);
            runs.computeIfAbsent(spec, any -> new CodecRun(spec, tools, ipv6))
                    .send(bytes, length, nanos, isRaw || length < cell.minSize(), figures);
        }
    }

    /** Ends the stream: what follows has another one. */
    void close() {
        passPending();
        unpacker.close();
        runs.values().forEach(CodecRun::close);
    }
}

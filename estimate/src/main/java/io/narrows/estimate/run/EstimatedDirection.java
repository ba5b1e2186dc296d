package io.narrows.estimate.run;

import io.narrows.codec.CodecSpec;
import io.narrows.config.TrafficClass;
import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.topology.PlacedNode;
import io.narrows.proxy.classify.GrpcMessages;
import io.narrows.proxy.classify.Side;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One direction of a connection between two nodes, under each codec. */
final class EstimatedDirection {
    private final PlacedNode from;
    private final PlacedNode to;
    private final boolean ipv6;
    private final Estimate estimate;
    private final GrpcMessages messages;
    private final Map<CodecSpec, CodecRun> runs = new LinkedHashMap<>();
    private final LingeringBytes lingering = new LingeringBytes(this::send);
    private int startBytes;
    private @Nullable TrafficClass trafficClass;
    private @Nullable TrafficFigures figures;
    private Set<CodecSpec> specs = Set.of();
    private @Nullable UnpackedRuns unpackedRuns;

    /** @param whole whether the connection is in the capture from its start, so that its link's start is counted */
    EstimatedDirection(
            Direction direction, PlacedNode from, PlacedNode to, boolean ipv6, boolean whole, Estimate estimate) {
        this.from = from;
        this.to = to;
        this.ipv6 = ipv6;
        this.estimate = estimate;
        this.messages = new GrpcMessages(direction == Direction.FROM_CLIENT ? Side.CONNECTING : Side.ANSWERING);
        this.startBytes = whole ? LinkStart.bytes(direction, estimate.tools().encrypted()) : 0;
    }

    /** Counts a read for a class, and sends it, or lets it linger. */
    void read(TrafficClass current, long nanos, ByteBuf view, byte[] bytes, int length) {
        if (!current.equals(trafficClass)) {
            flush();
        }
        messages.watch(view);
        TrafficFigures cell = figures(current);
        if (cell == null) {
            estimate.leftOut(length);
            return;
        }
        cell.read(length, WireCosts.headers(length, ipv6));
        if (messages.compressed()) {
            cell.compressedInside(length);
        }
        if (cell.lingerNanos() > 0) {
            lingering.add(bytes, length, nanos, cell.lingerNanos());
            estimate.lingering().update(lingering);
        } else {
            send(bytes, length, nanos);
        }
    }

    /** Sends the bytes that linger. */
    void flush() {
        lingering.flush();
        estimate.lingering().update(lingering);
    }

    private void send(byte[] bytes, int length, long nanos) {
        TrafficFigures cell = Objects.requireNonNull(figures);
        boolean isRaw = length < cell.minSize() || messages.compressed();
        startLink(cell);
        if (unpackedRuns == null) {
            followUnpacking();
        }
        Map<CodecSpec, CodecFigures> plain = new LinkedHashMap<>();
        for (CodecSpec spec : specs) {
            if (unpackedRuns == null || spec.equals(Estimate.NONE) || !cell.policyUnpacks()) {
                CodecFigures ofFrame = new CodecFigures();
                runs.computeIfAbsent(spec, any -> new CodecRun(spec, estimate.tools(), ipv6))
                        .send(bytes, length, nanos, isRaw, ofFrame);
                cell.of(spec).add(ofFrame);
                plain.put(spec, ofFrame);
            }
        }
        if (unpackedRuns != null) {
            plain.remove(Estimate.NONE);
            unpackedRuns.send(bytes, length, nanos, messages.compressed(), plain);
        }
    }

    private void startLink(TrafficFigures cell) {
        if (startBytes > 0) {
            long headers = WireCosts.headers(startBytes, ipv6);
            specs.forEach(spec -> cell.of(spec).linkStart(startBytes, headers));
            if (!cell.policyUnpacks()) {
                compressing(specs).forEach(spec -> cell.unpacked(spec).linkStart(startBytes, headers));
            }
        }
        startBytes = 0;
    }

    private @Nullable TrafficFigures figures(TrafficClass current) {
        if (!current.equals(trafficClass)) {
            trafficClass = current;
            figures = estimate.figures(new TrafficKey(from, to, current));
            specs = figures == null ? Set.of() : specs(current, figures.policy());
            followUnpacking();
        }
        return figures;
    }

    private void followUnpacking() {
        if (figures == null || TrafficClass.ENCRYPTED.equals(trafficClass)) {
            endUnpacking();
        } else if (unpackedRuns != null) {
            unpackedRuns.follow(figures, compressing(specs));
        } else {
            unpackedRuns =
                    new UnpackedRuns(figures, compressing(specs), estimate.tools(), ipv6, estimate.pendingPieces());
        }
    }

    private void endUnpacking() {
        if (unpackedRuns != null) {
            unpackedRuns.close();
            unpackedRuns = null;
        }
    }

    private static Set<CodecSpec> compressing(Set<CodecSpec> specs) {
        Set<CodecSpec> compressing = new LinkedHashSet<>(specs);
        compressing.remove(Estimate.NONE);
        return compressing;
    }

    /** Returns the codecs to run: none, those of the policy, and the alternatives unless the traffic is encrypted. */
    private Set<CodecSpec> specs(TrafficClass current, PolicyCodecs policy) {
        Set<CodecSpec> all = new LinkedHashSet<>();
        all.add(Estimate.NONE);
        all.addAll(policy.candidates());
        if (!current.equals(TrafficClass.ENCRYPTED)) {
            all.addAll(estimate.alternatives());
        }
        return all;
    }

    /** Ends all contexts, as at a hole: what follows cannot refer to bytes that the capture lacks. */
    void endContexts() {
        runs.values().forEach(CodecRun::close);
        endUnpacking();
    }
}

package io.narrows.proxy.meter;

import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts pieces that applications compressed: those that links unpacked, and those that went as they are. Safe for use by many threads. */
public final class UnpackMeter {
    /** The reason of pieces that were not unpacked in time. */
    public static final String LATE = "late";

    /** The reason of pieces that were found while the link had no context of its codec. */
    public static final String NO_CONTEXT = "no-context";

    /** The reason of pieces whose unpacking failed because of an internal error. */
    public static final String INTERNAL = "internal";

    /** The codec of pieces of which only a part came in time. */
    private static final String UNKNOWN = "unknown";

    /** Pieces that were made by a recipe. */
    record Unpacked(PeerId peer, Direction direction, PackedFormat format, String recipe) {}

    /** Pieces that went as they are. */
    record Refused(PeerId peer, String codec, String reason) {}

    /** The processor time of a direction. */
    record Work(PeerId peer, Direction direction) {}

    /** A number of pieces, and their bytes as the application sent them. */
    static final class Sum {
        private final LongAdder pieces = new LongAdder();
        private final LongAdder bytes = new LongAdder();

        private void add(long length) {
            pieces.increment();
            bytes.add(length);
        }

        long pieces() {
            return pieces.sum();
        }

        long bytes() {
            return bytes.sum();
        }
    }

    private final Map<Unpacked, Sum> unpacked = new ConcurrentHashMap<>();
    private final Map<Refused, Sum> refused = new ConcurrentHashMap<>();
    private final Map<Work, LongAdder> cpuNanos = new ConcurrentHashMap<>();

    /** Counts what is sent to a peer. */
    public final class Sending {
        private final PeerId peer;

        private Sending(PeerId peer) {
            this.peer = peer;
        }

        /**
         * Counts a piece that was unpacked.
         *
         * @param bytes its bytes as the application sent them
         */
        public void unpacked(PackedFormat format, String recipe, long bytes) {
            UnpackMeter.this.unpacked(new Unpacked(peer, Direction.SENT, format, recipe), bytes);
        }

        /** Counts a piece that goes as it is. */
        public void refused(PackedFormat format, String reason, long bytes) {
            refused(format.keyword(), reason, bytes);
        }

        /** Counts a part of a piece, the rest of which did not come in time. */
        public void incomplete(long bytes) {
            refused(UNKNOWN, LATE, bytes);
        }

        private void refused(String codec, String reason, long bytes) {
            refused.computeIfAbsent(new Refused(peer, codec, reason), added -> new Sum())
                    .add(bytes);
        }

        /** Counts processor time, in nanoseconds. */
        public void cpu(long nanos) {
            UnpackMeter.this.cpu(peer, Direction.SENT, nanos);
        }
    }

    /** Counts what is received from a peer. */
    public final class Receiving {
        private final PeerId peer;

        private Receiving(PeerId peer) {
            this.peer = peer;
        }

        /**
         * Counts a piece that was rebuilt.
         *
         * @param bytes its bytes as the application sent them
         */
        public void rebuilt(PackedFormat format, String recipe, long bytes) {
            unpacked(new Unpacked(peer, Direction.RECEIVED, format, recipe), bytes);
        }

        /** Counts processor time, in nanoseconds. */
        public void cpu(long nanos) {
            UnpackMeter.this.cpu(peer, Direction.RECEIVED, nanos);
        }
    }

    /** Returns the counters of what is sent to a peer. */
    public Sending sending(PeerId peer) {
        return new Sending(peer);
    }

    /** Returns the counters of what is received from a peer. */
    public Receiving receiving(PeerId peer) {
        return new Receiving(peer);
    }

    private void unpacked(Unpacked labels, long bytes) {
        unpacked.computeIfAbsent(labels, added -> new Sum()).add(bytes);
    }

    private void cpu(PeerId peer, Direction direction, long nanos) {
        cpuNanos.computeIfAbsent(new Work(peer, direction), added -> new LongAdder())
                .add(nanos);
    }

    Map<Unpacked, Sum> unpacked() {
        return unpacked;
    }

    Map<Refused, Sum> refused() {
        return refused;
    }

    Map<Work, LongAdder> cpuNanos() {
        return cpuNanos;
    }

    /** Returns the counts so far: of each peer the format and recipe, or reason, with the most bytes first. */
    public UnpackFigures figures() {
        return new UnpackFigures(
                unpacked.entrySet().stream()
                        .map(entry -> figures(entry.getKey(), entry.getValue()))
                        .sorted(Comparator.comparing((UnpackFigures.Unpacked row) ->
                                        row.peer().value())
                                .thenComparing(UnpackFigures.Unpacked::direction)
                                .thenComparing(UnpackFigures.Unpacked::format)
                                .thenComparing(UnpackFigures.Unpacked::bytes, Comparator.reverseOrder()))
                        .toList(),
                refused.entrySet().stream()
                        .map(entry -> figures(entry.getKey(), entry.getValue()))
                        .sorted(Comparator.comparing(
                                        (UnpackFigures.Packed row) -> row.peer().value())
                                .thenComparing(UnpackFigures.Packed::format)
                                .thenComparing(UnpackFigures.Packed::bytes, Comparator.reverseOrder()))
                        .toList(),
                cpuNanos.entrySet().stream()
                        .map(entry -> new UnpackFigures.Work(
                                entry.getKey().peer(),
                                entry.getKey().direction(),
                                entry.getValue().sum()))
                        .sorted(Comparator.comparing(
                                        (UnpackFigures.Work row) -> row.peer().value())
                                .thenComparing(UnpackFigures.Work::direction))
                        .toList());
    }

    private static UnpackFigures.Unpacked figures(Unpacked labels, Sum sum) {
        return new UnpackFigures.Unpacked(
                labels.peer(), labels.direction(), labels.format(), labels.recipe(), sum.pieces(), sum.bytes());
    }

    private static UnpackFigures.Packed figures(Refused labels, Sum sum) {
        return new UnpackFigures.Packed(labels.peer(), labels.codec(), labels.reason(), sum.pieces(), sum.bytes());
    }

    /** Returns the peers that have counters. */
    public Set<PeerId> peers() {
        return Stream.of(
                        unpacked.keySet().stream().map(Unpacked::peer),
                        refused.keySet().stream().map(Refused::peer),
                        cpuNanos.keySet().stream().map(Work::peer))
                .flatMap(peers -> peers)
                .collect(Collectors.toSet());
    }

    /** Removes the counters of a peer that is gone for good. */
    public void forget(PeerId peer) {
        unpacked.keySet().removeIf(labels -> labels.peer().equals(peer));
        refused.keySet().removeIf(labels -> labels.peer().equals(peer));
        cpuNanos.keySet().removeIf(labels -> labels.peer().equals(peer));
    }
}

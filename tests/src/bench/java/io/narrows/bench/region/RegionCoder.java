package io.narrows.bench.region;

import io.narrows.bench.region.RegionTraffic.Read;
import io.narrows.bench.region.SendingSide.Coded;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Codes the traffic of a region in one way. */
final class RegionCoder implements AutoCloseable {
    /** Minimum length of a reference, as in links. */
    private static final int SHORTEST = 512;

    private static final int BOTH = -1;

    private final Codecs codecs;
    private final CodecSpec spec;
    private final Variant variant;
    private final Map<Direction, SendingSide> contexts = new HashMap<>();
    private final Map<Direction, LinkBytes> links = new HashMap<>();
    private final Map<Direction, Integer> others = new HashMap<>();

    private record Direction(String stream, boolean fromLeader, int follower) {}

    /**
     * A coded frame.
     *
     * @param payload without history references and sequence number
     * @param linkBytes of the whole frame on its link
     */
    record Frame(Read read, byte[] payload, int linkBytes) {}

    private RegionCoder(Codecs codecs, CodecSpec spec, Variant variant) {
        this.codecs = codecs;
        this.spec = spec;
        this.variant = variant;
    }

    /** Codes all reads, each as a frame, in their order. */
    static List<Frame> code(RegionTraffic traffic, Variant variant, Codecs codecs, CodecSpec spec) {
        List<Frame> frames = new ArrayList<>();
        try (RegionCoder coder = new RegionCoder(codecs, spec, variant)) {
            for (Read read : traffic.reads()) {
                for (int follower = 0; follower < RegionTraffic.FOLLOWERS; follower++) {
                    coder.context(new Direction(read.stream(), read.fromLeader(), follower));
                }
            }
            for (Read read : traffic.reads()) {
                frames.add(coder.frame(read));
                coder.teach(read);
            }
        }
        return frames;
    }

    private Frame frame(Read read) {
        Direction direction = new Direction(read.stream(), read.fromLeader(), read.follower());
        Coded coded = context(direction).encode(read.nanos(), read.data());
        int before = coded.referenceBytes() + sequenceBytes(direction);
        int bytes = links.computeIfAbsent(linkOf(direction), link -> new LinkBytes())
                .next(before + coded.payload().length, coded.referenceBytes() > 0);
        return new Frame(read, coded.payload(), bytes);
    }

    /** Returns the bytes of the number of frames to the other follower since the last one to this follower. */
    private int sequenceBytes(Direction direction) {
        if (variant.sharing() != Sharing.ONE || !direction.fromLeader()) {
            return 0;
        }
        others.merge(counterpart(direction), 1, Integer::sum);
        Integer between = others.put(direction, 0);
        return LinkBytes.varint(between == null ? 0 : between);
    }

    private Direction linkOf(Direction direction) {
        return variant.sharing() == Sharing.RELAY ? contextOf(direction) : direction;
    }

    private Direction contextOf(Direction direction) {
        return variant.sharing().isOneContext() && direction.fromLeader()
                ? new Direction(direction.stream(), true, BOTH)
                : direction;
    }

    private SendingSide context(Direction direction) {
        return contexts.computeIfAbsent(contextOf(direction), context -> new SendingSide(codecs.streamEncoder(spec)));
    }

    private static Direction counterpart(Direction direction) {
        return new Direction(direction.stream(), direction.fromLeader(), 1 - direction.follower());
    }

    private void teach(Read read) {
        Direction direction = new Direction(read.stream(), read.fromLeader(), read.follower());
        if (variant.pairHistory()) {
            contexts.forEach((learner, context) -> {
                if (learner.fromLeader() != read.fromLeader()
                        && !learner.stream().equals(read.stream())
                        && (learner.follower() == BOTH || learner.follower() == read.follower())) {
                    context.offer(read.stream() + read.follower(), SHORTEST, read.nanos(), read.data());
                }
            });
        }
        if (read.fromLeader()) {
            SendingSide other = context(counterpart(direction));
            switch (variant.sharing()) {
                case NONE, ONE, RELAY -> {}
                case CONFIRMED -> other.offer("other", SHORTEST, read.nanos() + variant.confirmNanos(), read.data());
                case SECOND -> {
                    if (read.follower() == 0) {
                        other.offer("other", 1, read.nanos(), read.data());
                    }
                }
                case EACH -> other.offer("other", 1, read.nanos(), read.data());
            }
        }
    }

    @Override
    public void close() {
        contexts.values().forEach(SendingSide::close);
    }
}

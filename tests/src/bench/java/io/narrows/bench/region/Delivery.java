package io.narrows.bench.region;

import io.narrows.bench.region.RegionCoder.Frame;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** When the frames of a leader's connection and its counterpart can be delivered to their followers. */
final class Delivery {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final List<Frame> frames;
    private final Border border;
    private final int[] followers;
    private final long[] seeds;

    private Delivery(List<Frame> frames, Border border, long seed) {
        this.frames = frames;
        this.border = border;
        this.followers =
                frames.stream().mapToInt(frame -> frame.read().follower()).toArray();
        this.seeds = IntStream.range(0, frames.size())
                .mapToLong(i -> (seed << 32 | i) * MIX)
                .toArray();
    }

    /**
     * Returns when each frame can be delivered.
     *
     * @param frames to both followers, in the order in which they were sent
     * @param seed of all random delays and losses, so that they are alike for all ways of sharing
     */
    static long[] nanos(List<Frame> frames, Sharing sharing, Border border, long seed) {
        Delivery delivery = new Delivery(frames, border, seed);
        return sharing == Sharing.RELAY ? delivery.relayed() : delivery.direct(sharing);
    }

    private long[] direct(Sharing sharing) {
        long[] own = new long[followers.length];
        for (int follower = 0; follower < RegionTraffic.FOLLOWERS; follower++) {
            int to = follower;
            acrossBorder(i -> followers[i] == to, own);
        }
        return decodable(sharing, followers, own, Neighbors.passed(seeds, followers, own));
    }

    private long[] relayed() {
        long[] arrivals = new long[followers.length];
        acrossBorder(i -> true, arrivals);
        long[] passed = Neighbors.passed(seeds, new int[followers.length], arrivals);
        return IntStream.range(0, followers.length)
                .mapToLong(i -> followers[i] == 0 ? arrivals[i] : passed[i])
                .toArray();
    }

    /** Sets the arrivals of the frames that share a connection across the border. */
    private void acrossBorder(IntPredicate isCarried, long[] arrivals) {
        int[] carried = IntStream.range(0, followers.length).filter(isCarried).toArray();
        long[] carriedSeeds = IntStream.of(carried).mapToLong(i -> seeds[i]).toArray();
        long[] sent = IntStream.of(carried)
                .mapToLong(i -> frames.get(i).read().nanos())
                .toArray();
        int[] segments = IntStream.of(carried)
                .map(i -> LinkBytes.segments(frames.get(i).linkBytes()))
                .toArray();
        long[] arrived = border.arrivals(carriedSeeds, sent, segments);
        for (int i = 0; i < carried.length; i++) {
            arrivals[carried[i]] = arrived[i];
        }
    }

    /**
     * Returns when each frame can be decoded by its follower's sidecar.
     *
     * @param followers of the frames, 0 or 1
     * @param own when each frame has arrived from the border
     * @param passed when it has arrived at the other sidecar
     */
    static long[] decodable(Sharing sharing, int[] followers, long[] own, long[] passed) {
        long[] complete = {Long.MIN_VALUE, Long.MIN_VALUE};
        long[] decodable = new long[followers.length];
        for (int i = 0; i < followers.length; i++) {
            int follower = followers[i];
            int other = 1 - follower;
            if (sharing.needsOther(other)) {
                complete[other] = Math.max(complete[other], passed[i]);
            }
            complete[follower] = Math.max(complete[follower], own[i]);
            decodable[i] = complete[follower];
        }
        return decodable;
    }
}

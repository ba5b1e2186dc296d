package io.narrows.proxy.sample;

import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.Direction;
import io.netty.buffer.ByteBuf;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes of one connection that goes without a link, and has some of them compressed while it is its turn. Used on the
 * connection's event loop, which it costs at most a copy.
 */
public final class ConnectionSample {
    private final Sampler sampler;
    private final LiveConfig live;
    private final LongSupplier nanoClock;
    private final PeerId peer;
    private final Map<Direction, SamplePlan> plans = new EnumMap<>(Direction.class);
    private @Nullable Config plannedFor;
    private @Nullable TrafficClass plannedClass;
    private @Nullable SampleTurn turn;
    private long nextTurnAt;
    private boolean over;

    ConnectionSample(Sampler sampler, LiveConfig live, LongSupplier nanoClock, PeerId peer) {
        this.sampler = sampler;
        this.live = live;
        this.nanoClock = nanoClock;
        this.peer = peer;
        this.nextTurnAt = nanoClock.getAsLong();
    }

    /** Counts the readable bytes of a read, which stay readable. */
    public void carried(Direction direction, TrafficClass trafficClass, ByteBuf bytes) {
        planFor(trafficClass);
        SamplePlan plan = plan(direction);
        int length = bytes.readableBytes();
        plan.cell().carried(length);
        if (plan.leavesAll()) {
            plan.cell().sampled(length, length);
            return;
        }
        long now = nanoClock.getAsLong();
        if (turn == null && !over && now - nextTurnAt >= 0) {
            turn = sampler.begin(peer, plan(Direction.SENT), plan(Direction.RECEIVED), now)
                    .orElse(null);
        }
        if (turn != null) {
            turn.offer(direction, bytes);
            if (turn.isOver(now)) {
                endTurn();
                nextTurnAt = now + SampleTurn.NANOS;
            }
        }
    }

    /** Applies the policy again if it or the class has changed. A turn ends with it, since its codec may be another one. */
    private void planFor(TrafficClass trafficClass) {
        Config config = live.current();
        if (config == plannedFor && trafficClass.equals(plannedClass)) {
            return;
        }
        endTurn();
        plannedFor = config;
        plannedClass = trafficClass;
        for (Direction direction : Direction.values()) {
            plans.put(direction, sampler.plan(config, peer, trafficClass, direction));
        }
    }

    private SamplePlan plan(Direction direction) {
        return Objects.requireNonNull(plans.get(direction));
    }

    /** Ends the sample with its connection. */
    public void ended() {
        over = true;
        endTurn();
    }

    private void endTurn() {
        if (turn != null) {
            sampler.end(turn);
            turn = null;
        }
    }
}

package io.narrows.proxy.sample;

import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EffectivePlace;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes of one connection that goes without a link, and has some of them compressed while it is its turn. Used on the
 * connection's event loop, which it costs at most a copy.
 */
public final class ConnectionSample {
    /** The shortest time between two turns of the same connection. */
    static final long PAUSE_NANOS = 60_000_000_000L;

    /** The shortest time between a turn whose plan has changed, such as by the class, and the next one. */
    static final long PAUSE_AFTER_CHANGE_NANOS = 1_000_000_000L;

    private final Sampler sampler;
    private final LiveConfig live;
    private final LongSupplier nanoClock;
    private final EffectivePlace place;
    private Map<Direction, SamplePlan> plans = Map.of();
    private @Nullable Config plannedFor;
    private @Nullable TrafficClass plannedClass;
    private @Nullable Location plannedPlace;
    private @Nullable SampleTurn turn;
    private long nextTurnAt;
    private boolean over;

    ConnectionSample(Sampler sampler, LiveConfig live, LongSupplier nanoClock, EffectivePlace place) {
        this.sampler = sampler;
        this.live = live;
        this.nanoClock = nanoClock;
        this.place = place;
        this.nextTurnAt = nanoClock.getAsLong();
    }

    /** Counts the readable bytes of a read, which stay readable. */
    public void carried(Direction direction, TrafficClass trafficClass, ByteBuf bytes) {
        long now = nanoClock.getAsLong();
        planFor(trafficClass, now);
        endTurnIfOver(now);
        SamplePlan plan = plan(direction);
        int length = bytes.readableBytes();
        plan.cell().carried(length);
        if (plan.leavesAll()) {
            plan.cell().sampled(length, length);
            return;
        }
        if (turn == null && !over && now - nextTurnAt >= 0) {
            turn = sampler.begin(place.peer(), plan(Direction.SENT), plan(Direction.RECEIVED), now)
                    .orElse(null);
        }
        if (turn != null) {
            turn.offer(direction, bytes, now);
            endTurnIfOver(now);
        }
    }

    /**
     * Applies the policy again if it, the class or the peer's place may have changed. A turn ends if it would be compressed
     * differently from now on.
     */
    private void planFor(TrafficClass trafficClass, long now) {
        Config config = live.current();
        Location current = place.in(config);
        if (config == plannedFor && current.equals(plannedPlace) && trafficClass.equals(plannedClass)) {
            return;
        }
        plannedFor = config;
        plannedPlace = current;
        plannedClass = trafficClass;
        Map<Direction, SamplePlan> next = sampler.plans(config, place.peer(), current, trafficClass);
        if (!next.equals(plans)) {
            plans = next;
            endTurn(now + PAUSE_AFTER_CHANGE_NANOS);
        }
    }

    private SamplePlan plan(Direction direction) {
        return Objects.requireNonNull(plans.get(direction));
    }

    /** Ends the sample with its connection. */
    public void ended() {
        over = true;
        endTurn(nextTurnAt);
    }

    private void endTurnIfOver(long now) {
        if (turn != null && turn.isOver(now)) {
            endTurn(now + PAUSE_NANOS);
        }
    }

    private void endTurn(long next) {
        if (turn != null) {
            sampler.end(turn);
            turn = null;
            nextTurnAt = next;
        }
    }
}

package io.narrows.proxy.sample;

import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EffectivePlace;
import io.netty.buffer.ByteBufAllocator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Compresses samples of connections that go without links in a dry run. At most {@value #MOST_CONNECTIONS} connections are
 * sampled at once, in turns. Their contexts and copies are charged to the peer's memory for sending, which such connections do not
 * use otherwise. Safe for use by many threads.
 */
public final class Sampler implements AutoCloseable {
    static final int MOST_CONNECTIONS = 8;

    private final LinkEnvironment environment;
    private final SampleWorker worker;
    private final SampleStream.Shared shared;
    private final SampleMeter meter;
    private final SampleTurns<SampleTurn> turns;

    /** @param allocator of the copies */
    public Sampler(LinkEnvironment environment, ByteBufAllocator allocator, SampleWorker worker) {
        this.environment = environment;
        this.worker = worker;
        this.shared = new SampleStream.Shared(allocator, worker, environment.contexts(), new DiscardedFrame());
        this.turns = new SampleTurns<>(MOST_CONNECTIONS, worker);
        this.meter = new SampleMeter(() -> environment.live().current().policy());
    }

    /** Returns the sample of a new connection to a peer. */
    public ConnectionSample connection(PeerId peer) {
        return new ConnectionSample(
                this,
                environment.live(),
                environment.nanoClock(),
                new EffectivePlace(environment.traffic().announced(), peer));
    }

    /** Returns the treatment that a link would give each direction of a connection. */
    Map<Direction, SamplePlan> plans(Config config, PeerId peer, Location place, TrafficClass trafficClass) {
        Map<Direction, SamplePlan> plans = new EnumMap<>(Direction.class);
        for (Direction direction : Direction.values()) {
            plans.put(
                    direction,
                    SamplePlan.of(config, environment.codecs(), meter, peer, place, trafficClass, direction));
        }
        return plans;
    }

    /** Begins the turn of a connection; empty if too many others have theirs. */
    Optional<SampleTurn> begin(PeerId peer, SamplePlan sent, SamplePlan received, long now) {
        Account account = environment.memory().account(Purpose.SENDING, peer);
        return turns.begin(
                () -> new SampleTurn(
                        new SampleStream(shared, account, sent), new SampleStream(shared, account, received), now),
                now);
    }

    /** Ends a turn, once. */
    void end(SampleTurn turn) {
        turns.end(turn);
    }

    /** Removes the figures of a peer that is gone. */
    public void forget(PeerId peer) {
        meter.forget(peer);
    }

    SampleMeter meter() {
        return meter;
    }

    double cpuSeconds() {
        return worker.cpuSeconds();
    }

    /** Ends all sampling, and the worker. Connections continue. */
    @Override
    public void close() {
        worker.close();
        turns.close();
    }
}

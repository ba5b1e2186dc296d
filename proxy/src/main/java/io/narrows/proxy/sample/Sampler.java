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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

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
    private final Semaphore free = new Semaphore(MOST_CONNECTIONS);
    private final Set<SampleTurn> turns = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** @param allocator of the copies */
    public Sampler(LinkEnvironment environment, ByteBufAllocator allocator) {
        this(environment, allocator, new SampleWorker());
    }

    Sampler(LinkEnvironment environment, ByteBufAllocator allocator, SampleWorker worker) {
        this.environment = environment;
        this.worker = worker;
        this.shared = new SampleStream.Shared(allocator, worker, environment.contexts(), new DiscardedFrame());
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

    /**
     * Begins the turn of a connection; empty if too many others have theirs. Turns whose time is up then end, since a connection
     * without traffic does not end its own.
     */
    Optional<SampleTurn> begin(PeerId peer, SamplePlan sent, SamplePlan received, long now) {
        if (closed) {
            return Optional.empty();
        }
        if (!free.tryAcquire()) {
            turns.stream().filter(turn -> turn.hasExpired(now)).forEach(this::end);
            return Optional.empty();
        }
        Account account = environment.memory().account(Purpose.SENDING, peer);
        SampleTurn turn = new SampleTurn(
                new SampleStream(shared, account, sent), new SampleStream(shared, account, received), now);
        turns.add(turn);
        return Optional.of(turn);
    }

    /** Ends a turn, once. Its contexts are freed after the pieces that wait, on the worker's thread. */
    void end(SampleTurn turn) {
        if (!turn.end()) {
            return;
        }
        Runnable freeing = () -> {
            turn.close();
            turns.remove(turn);
            free.release();
        };
        if (!worker.execute(freeing)) {
            freeing.run();
        }
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

    /** Ends all sampling. Connections continue. */
    @Override
    public void close() {
        closed = true;
        worker.close();
        turns.forEach(turn -> {
            turn.end();
            turn.close();
        });
    }
}

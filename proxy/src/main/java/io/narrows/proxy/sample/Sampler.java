package io.narrows.proxy.sample;

import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.AnnouncedPlaces;
import io.narrows.proxy.meter.Direction;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Compresses samples of connections that go without links in a dry run. At most {@value #MOST_CONNECTIONS} connections are
 * sampled at once, in turns. Their contexts and copies are charged to the peer's memory for sending, which such connections do not
 * use otherwise. Safe for use by many threads.
 */
public final class Sampler implements AutoCloseable {
    static final int MOST_CONNECTIONS = 8;

    private final LiveConfig live;
    private final Codecs codecs;
    private final MemoryLedger memory;
    private final AnnouncedPlaces announced;
    private final LongSupplier nanoClock;
    private final SampleWorker worker;
    private final SampleMeter meter = new SampleMeter();
    private final Semaphore free = new Semaphore(MOST_CONNECTIONS);
    private final Set<SampleTurn> turns = ConcurrentHashMap.newKeySet();

    public Sampler(
            LiveConfig live, Codecs codecs, MemoryLedger memory, AnnouncedPlaces announced, LongSupplier nanoClock) {
        this(live, codecs, memory, announced, nanoClock, new SampleWorker());
    }

    Sampler(
            LiveConfig live,
            Codecs codecs,
            MemoryLedger memory,
            AnnouncedPlaces announced,
            LongSupplier nanoClock,
            SampleWorker worker) {
        this.live = live;
        this.codecs = codecs;
        this.memory = memory;
        this.announced = announced;
        this.nanoClock = nanoClock;
        this.worker = worker;
    }

    /** Returns the sample of a new connection to a peer. */
    public ConnectionSample connection(PeerId peer) {
        return new ConnectionSample(this, live, nanoClock, peer);
    }

    SamplePlan plan(Config config, PeerId peer, TrafficClass trafficClass, Direction direction) {
        return SamplePlan.of(
                config, codecs, meter, peer, announced.placeOf(config, peer).effective(), trafficClass, direction);
    }

    /** Begins the turn of a connection; empty if too many others have theirs. */
    Optional<SampleTurn> begin(PeerId peer, SamplePlan sent, SamplePlan received, long now) {
        if (!free.tryAcquire()) {
            return Optional.empty();
        }
        Account account = memory.account(Purpose.SENDING, peer);
        SampleTurn turn = new SampleTurn(
                new SampleStream(codecs, worker, account, sent),
                new SampleStream(codecs, worker, account, received),
                now);
        turns.add(turn);
        return Optional.of(turn);
    }

    /** Ends a turn. Its contexts are freed after the pieces that wait, on the worker's thread. */
    void end(SampleTurn turn) {
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
        worker.close();
        turns.forEach(SampleTurn::close);
    }
}

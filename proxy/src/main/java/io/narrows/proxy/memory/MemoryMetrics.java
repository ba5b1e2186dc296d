package io.narrows.proxy.memory;

import io.narrows.config.PeerId;
import io.narrows.proxy.meter.Gauge;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Exports the ledger to Prometheus. */
public final class MemoryMetrics implements MultiCollector {
    private final MemoryLedger ledger;
    private final Predicate<PeerId> isKnownPeer;

    /** @param isKnownPeer tests whether an id is a configured peer; other accounts are not exported */
    public MemoryMetrics(MemoryLedger ledger, Predicate<PeerId> isKnownPeer) {
        this.ledger = ledger;
        this.isKnownPeer = isKnownPeer;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                Gauge.of(
                        "narrows_context_memory_bytes",
                        "Memory used by all compression contexts of this process, including the history that links share.",
                        ledger.contextBytes()),
                Gauge.of(
                        "narrows_context_memory_limit_bytes",
                        "Limit of narrows_context_memory_bytes: link.context-memory, or less if the process has less memory.",
                        ledger.contextLimitBytes()),
                byPool("narrows_memory_bytes", "Memory reserved in the ledger, by pool.", MemoryPool::usedBytes),
                byPool(
                        "narrows_memory_heap_bytes",
                        "Reserved memory that is on the Java heap, by pool.",
                        MemoryPool::heapUsedBytes),
                byPool("narrows_memory_limit_bytes", "Memory limit of the pool.", MemoryPool::limitBytes),
                byPeer(),
                events(
                        "narrows_memory_refusals",
                        "Memory requests that a pool rejected, by pool and peer.",
                        Account::refusals),
                events(
                        "narrows_context_shrinks",
                        "Contexts whose window was reduced for lack of memory.",
                        Account::shrinks),
                events("narrows_context_evictions", "Contexts evicted to free memory for others.", Account::evictions));
    }

    private GaugeSnapshot byPool(String name, String help, ToLongFunction<MemoryPool> value) {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help);
        for (MemoryPool pool : ledger.pools()) {
            family.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("pool", pool.purpose().label()))
                    .value(value.applyAsLong(pool))
                    .build());
        }
        return family.build();
    }

    private GaugeSnapshot byPeer() {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name("narrows_peer_memory_bytes")
                .help("Memory reserved in the ledger by links with a peer, by pool.");
        for (MemoryPool pool : ledger.pools()) {
            for (Account account : pool.accounts()) {
                if (isKnownPeer.test(account.peer())) {
                    family.dataPoint(GaugeDataPointSnapshot.builder()
                            .labels(labels(account))
                            .value(account.usedBytes())
                            .build());
                }
            }
        }
        return family.build();
    }

    private CounterSnapshot events(String name, String help, ToLongFunction<Account> count) {
        CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
        for (MemoryPool pool : ledger.pools()) {
            for (Account account : pool.accounts()) {
                if (isKnownPeer.test(account.peer())) {
                    family.dataPoint(CounterDataPointSnapshot.builder()
                            .labels(labels(account))
                            .value(count.applyAsLong(account))
                            .build());
                }
            }
        }
        return family.build();
    }

    private static Labels labels(Account account) {
        return Labels.of(
                "peer", account.peer().value(), "pool", account.pool().purpose().label());
    }
}

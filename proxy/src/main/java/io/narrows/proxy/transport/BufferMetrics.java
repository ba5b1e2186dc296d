package io.narrows.proxy.transport;

import io.narrows.proxy.meter.Gauge;
import io.netty.util.internal.PlatformDependent;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Exports the memory of buffers, which Netty counts itself and the JVM's metrics omit, to Prometheus. */
public final class BufferMetrics implements MultiCollector {
    private final Transport transport;

    public BufferMetrics(Transport transport) {
        this.transport = transport;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                Gauge.of(
                        "narrows_buffer_memory_bytes",
                        "Direct memory allocated by the buffer pool, used or not.",
                        transport.bufferBytes()),
                Gauge.of(
                        "narrows_buffer_memory_limit_bytes",
                        "Limit of the process's direct memory.",
                        PlatformDependent.maxDirectMemory()));
    }
}

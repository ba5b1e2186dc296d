package io.narrows.storage.sst.parallel;

/**
 * Counts of the threads of a {@link CompressionPool} and the emitters of its rings.
 *
 * @param workerWakeUps how often a sleeping worker was woken
 * @param emitterWakeUps how often a sleeping emitter was woken
 * @param compressedByWorkers blocks compressed by workers, counted when the worker leaves the ring; emitters compressed
 *     the others
 */
public record PoolCounts(long workerWakeUps, long emitterWakeUps, long compressedByWorkers) {}

package io.narrows.storage.sst.parallel;

/**
 * What the threads of a {@link CompressionPool} and the emitters of its rings have done.
 *
 * @param workerWakeUps how often a sleeping worker was woken
 * @param emitterWakeUps how often a sleeping emitter was woken
 * @param compressedByWorkers blocks that workers compressed, counted when the worker leaves the ring; emitters did the others
 */
public record PoolCounts(long workerWakeUps, long emitterWakeUps, long compressedByWorkers) {}

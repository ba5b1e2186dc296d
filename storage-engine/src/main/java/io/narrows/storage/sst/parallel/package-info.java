/**
 * Compression of a file's blocks by several threads. {@link io.narrows.storage.sst.parallel.CompressionRing} is one file's
 * blocks in flight, {@link io.narrows.storage.sst.parallel.CompressionPool} the threads that all files share;
 * {@link io.narrows.storage.sst.parallel.ParallelGain} says whether a file should use them. Nothing here knows what a
 * block is.
 */
package io.narrows.storage.sst.parallel;

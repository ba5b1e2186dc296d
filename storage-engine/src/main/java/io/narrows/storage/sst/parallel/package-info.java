/**
 * Compression of a file's blocks by several threads. {@link io.narrows.storage.sst.parallel.CompressionRing} holds the
 * blocks of one file that are in flight, {@link io.narrows.storage.sst.parallel.CompressionPool} the threads that all
 * files share; {@link io.narrows.storage.sst.parallel.ParallelGain} decides whether a file should use them. Nothing
 * here depends on the content of a block.
 */
@NullMarked
package io.narrows.storage.sst.parallel;

import org.jspecify.annotations.NullMarked;

package io.narrows.storage.sst;

import io.narrows.storage.sst.block.BlockBuilder;
import io.narrows.storage.sst.compress.CompressionAttempts;
import io.narrows.storage.sst.parallel.CompressionPool;
import io.narrows.storage.sst.parallel.CompressionRing;
import io.narrows.storage.sst.parallel.ParallelGain;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compresses and writes the data blocks of a file in order: on the caller's thread, or through a ring with the help of
 * other threads while compressing blocks is slow enough for this to pay off.
 */
final class BlockPipeline implements AutoCloseable {
    private final BlockStage stage;
    private final CompressionAttempts attempts;
    private final boolean compresses;
    private final Optional<CompressionPool> pool;
    private final ParallelGain gain = new ParallelGain();
    private final BlockSlot own;
    private final int room;
    private @Nullable CompressionRing<BlockSlot> ring;
    private boolean inRing;
    private long lastDone = System.nanoTime();

    /**
     * @param compresses whether to try compression at all
     * @param pool helper threads, if any
     * @param room approximate size of a block in bytes
     */
    BlockPipeline(
            BlockStage stage,
            CompressionAttempts attempts,
            boolean compresses,
            Optional<CompressionPool> pool,
            int room) {
        this.stage = stage;
        this.attempts = attempts;
        this.compresses = compresses;
        this.pool = pool.filter(threads -> compresses && threads.workers() > 0);
        this.room = room;
        this.own = new BlockSlot(room);
    }

    /** Takes the finished block out of its builder, which can begin the next one immediately. */
    void add(BlockBuilder builder, int length) throws IOException {
        BlockSlot slot = claim();
        slot.plain = builder.exchange(slot.plain);
        fill(slot, length);
    }

    /** Adds a block that was held back earlier. */
    void add(byte[] block) throws IOException {
        BlockSlot slot = claim();
        slot.plain = block;
        fill(slot, block.length);
    }

    /** Waits until all blocks are written. */
    void drain() throws IOException {
        if (inRing) {
            ring().drain();
            inRing = false;
        }
    }

    /** Discards all blocks that are not written yet. */
    @Override
    public void close() {
        if (ring != null) {
            ring.close();
        }
    }

    private BlockSlot claim() throws IOException {
        long prepareNanos = pool.isPresent() ? System.nanoTime() - lastDone : 0;
        if (inRing != gain.isParallel()) {
            change();
        }
        BlockSlot slot = own;
        if (inRing) {
            slot = ring().claim();
            learn(slot); // timings of the slot's previous block
        }
        slot.timed = pool.isPresent() && gain.times();
        slot.prepareNanos = prepareNanos;
        return slot;
    }

    private CompressionRing<BlockSlot> ring() {
        return Objects.requireNonNull(ring);
    }

    private void change() throws IOException {
        if (inRing) {
            drain();
            return;
        }
        if (ring == null) {
            int slots = CompressionRing.slotsFor(pool.orElseThrow().workers());
            ring = new CompressionRing<>(
                    Stream.generate(() -> new BlockSlot(room)).limit(slots).toList(), stage, pool.orElseThrow());
        }
        inRing = true;
    }

    private void fill(BlockSlot slot, int length) throws IOException {
        slot.plainLength = length;
        slot.tried = compresses && attempts.next();
        if (inRing) {
            ring().emit();
        } else {
            stage.compress(slot);
            learn(slot);
            stage.write(slot);
        }
        if (pool.isPresent()) {
            lastDone = System.nanoTime();
        }
    }

    private void learn(BlockSlot slot) {
        if (slot.timed) {
            gain.add(slot.compressNanos, slot.prepareNanos);
            slot.timed = false;
        }
    }
}

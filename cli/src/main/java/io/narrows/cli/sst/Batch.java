package io.narrows.cli.sst;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.compress.BlockCompressor;
import io.narrows.storage.sst.compress.BlockDecompressor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/**
 * A few blocks that are compressed, decompressed and verified together. Reading the thread's processor time costs about as
 * much as a small block, so it is read once per batch.
 */
final class Batch {
    private static final int MOST_BLOCKS = 64;

    /** Limit of the plain bytes of a batch, unless it has only one block. */
    private static final int MOST_BYTES = 1 << 20;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final BlockCompressor compressor;
    private final BlockDecompressor decompressor;
    private final byte[][] compressed;
    private final int[] lengths;
    private final byte[][] room;
    private final Slice[] back;

    /** @param longest maximum bytes of a block */
    Batch(BlockCompressor compressor, BlockDecompressor decompressor, int longest) {
        this.compressor = compressor;
        this.decompressor = decompressor;
        int size = Math.min(Math.max(MOST_BYTES / Math.max(longest, 1), 1), MOST_BLOCKS);
        this.compressed = new byte[size][compressor.room(longest)];
        this.lengths = new int[size];
        this.room = new byte[size][longest];
        this.back = new Slice[size];
    }

    /** Returns the maximum number of blocks per run. */
    int size() {
        return lengths.length;
    }

    /**
     * @param blocks {@link #size} at most
     * @throws IOException if a decompressed block differs from the original
     */
    Tally run(List<byte[]> blocks) throws IOException {
        long start = THREADS.getCurrentThreadCpuTime();
        compress(blocks);
        long middle = THREADS.getCurrentThreadCpuTime();
        uncompress(blocks);
        long end = THREADS.getCurrentThreadCpuTime();
        return check(blocks, middle - start, end - middle);
    }

    private void compress(List<byte[]> blocks) {
        for (int slot = 0; slot < blocks.size(); slot++) {
            byte[] block = blocks.get(slot);
            lengths[slot] = compressor.compress(block, block.length, compressed[slot]);
        }
    }

    private void uncompress(List<byte[]> blocks) throws IOException {
        for (int slot = 0; slot < blocks.size(); slot++) {
            if (isKept(slot)) {
                back[slot] = decompressor.decompress(compressor.type(), compressed[slot], 0, lengths[slot], room[slot]);
            }
        }
    }

    private Tally check(List<byte[]> blocks, long compressNanos, long uncompressNanos) throws IOException {
        long stored = 0;
        long plain = 0;
        long keptPlain = 0;
        int kept = 0;
        for (int slot = 0; slot < blocks.size(); slot++) {
            byte[] block = blocks.get(slot);
            plain += block.length;
            stored += isKept(slot) ? lengths[slot] : block.length;
            if (isKept(slot)) {
                kept++;
                keptPlain += block.length;
                if (!back[slot].equals(Slice.of(block))) {
                    throw new IOException("a block of " + block.length + " bytes changed in a round trip through "
                            + compressor.type().label());
                }
            }
        }
        return new Tally(stored, kept, plain, keptPlain, compressNanos, uncompressNanos);
    }

    private boolean isKept(int slot) {
        return lengths[slot] != BlockCompressor.REJECTED;
    }
}

package io.narrows.cli.sst;

import io.narrows.storage.sst.BlockSummary;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Plain data blocks of a file, in runs of neighbors spread evenly over it.
 *
 * @param ofBlocks number of data blocks in the file
 * @param ofBytes plain bytes in them
 * @param fileBytes plain bytes of the sampled blocks
 * @param storedBytes size of the sampled blocks in the file, including trailers
 */
record Sample(List<byte[]> blocks, long ofBlocks, long ofBytes, long fileBytes, long storedBytes) {
    /** Length of a run, long enough to be cut into blocks of a different size. */
    private static final long PIECE = 256 << 10;

    /** @param limit approximate number of plain bytes */
    static Sample of(TableReader table, long limit) throws IOException {
        List<BlockSummary> all = table.dataBlocks();
        long total = all.stream().mapToLong(BlockSummary::plainSize).sum();
        long piece = Math.min(PIECE, limit);
        double stride = Math.max(piece, (double) total * piece / limit);
        List<byte[]> blocks = new ArrayList<>();
        long at = 0;
        long taken = 0;
        long stored = 0;
        for (BlockSummary block : all) {
            if (at % stride < piece) {
                blocks.add(table.plain(block));
                taken += block.plainSize();
                stored += block.storedSize() + Trial.TRAILER;
            }
            at += block.plainSize();
        }
        return new Sample(blocks, all.size(), total, taken, stored);
    }

    Sample withBlocks(List<byte[]> others) {
        return new Sample(others, ofBlocks, ofBytes, fileBytes, storedBytes);
    }

    boolean isAll() {
        return fileBytes == ofBytes;
    }

    /** Returns the number of plain bytes to try. */
    long bytes() {
        return blocks.stream().mapToLong(block -> block.length).sum();
    }

    int longest() {
        return blocks.stream().mapToInt(block -> block.length).max().orElse(0);
    }
}

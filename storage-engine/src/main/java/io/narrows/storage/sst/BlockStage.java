package io.narrows.storage.sst;

import io.narrows.storage.sst.checksum.ChecksumContext;
import io.narrows.storage.sst.checksum.ChecksumType;
import io.narrows.storage.sst.compress.BlockCompressor;
import io.narrows.storage.sst.compress.CompressionAttempts;
import io.narrows.storage.sst.compress.CompressionType;
import io.narrows.storage.sst.parallel.Stage;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Processes each data block: compresses it, on any thread, and writes it, one at a time. */
final class BlockStage implements Stage<BlockSlot>, AutoCloseable {
    private final BlockCompressor compressor;
    private final ChecksumType checksum;
    private final int context;
    private final TableSink sink;
    private final IndexBuilder index;
    private final CompressionAttempts attempts;
    private final Set<CompressionType> types = EnumSet.noneOf(CompressionType.class);
    private long plainBytes;
    private long rejected;
    private long bypassed;

    BlockStage(
            BlockCompressor compressor,
            ChecksumType checksum,
            int context,
            TableSink sink,
            IndexBuilder index,
            CompressionAttempts attempts) {
        this.compressor = compressor;
        this.checksum = checksum;
        this.context = context;
        this.sink = sink;
        this.index = index;
        this.attempts = attempts;
    }

    @Override
    public void compress(BlockSlot slot) {
        long start = slot.timed ? System.nanoTime() : 0;
        encode(slot);
        if (slot.timed) {
            slot.compressNanos = System.nanoTime() - start;
        }
    }

    private void encode(BlockSlot slot) {
        slot.type = CompressionType.NONE;
        slot.payloadLength = slot.plainLength;
        if (slot.tried) {
            int room = compressor.room(slot.plainLength) + BlockTrailer.LENGTH;
            if (slot.coded.length < room) {
                slot.coded = new byte[room];
            }
            int length = compressor.compress(slot.plain, slot.plainLength, slot.coded);
            if (length != BlockCompressor.REJECTED) {
                slot.type = compressor.type();
                slot.payloadLength = length;
            }
        }
        if (slot.payload().length < slot.payloadLength + BlockTrailer.LENGTH) {
            slot.plain = Arrays.copyOf(slot.plain, slot.plainLength + BlockTrailer.LENGTH);
        }
        slot.checksum = checksum.of(slot.payload(), 0, slot.payloadLength, (byte) slot.type.id());
    }

    @Override
    public void write(BlockSlot slot) throws IOException {
        long offset = sink.position();
        BlockTrailer.put(
                slot.payload(),
                slot.payloadLength,
                (byte) slot.type.id(),
                slot.checksum + ChecksumContext.modifier(context, offset));
        sink.write(slot.payload(), 0, slot.payloadLength + BlockTrailer.LENGTH);
        index.addHandle(offset, slot.payloadLength);
        count(slot);
    }

    private void count(BlockSlot slot) {
        boolean kept = slot.type != CompressionType.NONE;
        attempts.done(slot.tried, kept);
        plainBytes += slot.plainLength;
        if (kept) {
            types.add(slot.type);
        } else if (slot.tried) {
            rejected++;
        } else {
            bypassed++;
        }
    }

    /** Releases native memory. No block may be in progress or follow. */
    @Override
    public void close() {
        compressor.close();
    }

    /** Returns the compression types in use, except for none. */
    Set<CompressionType> types() {
        return types;
    }

    /** Returns the uncompressed size of the blocks in bytes. */
    long plainBytes() {
        return plainBytes;
    }

    /** Returns the number of blocks that did not shrink enough. */
    long rejected() {
        return rejected;
    }

    /** Returns the number of blocks for which compression was not tried. */
    long bypassed() {
        return bypassed;
    }
}

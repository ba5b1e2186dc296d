package io.narrows.cli.sst;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.block.BlockBuilder;
import io.narrows.storage.sst.block.BlockCursor;
import io.narrows.storage.sst.block.BlockLimit;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.block.MalformedBlockException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts the entries of blocks into blocks of a different size, where a writer with that block size would cut them. */
final class Recutter {
    private final BlockCursor cursor;
    private final BlockBuilder builder;
    private final BlockLimit limit;

    /** @param encoding of the keys, which is kept */
    Recutter(KeyEncoding encoding, int blockSize) {
        this.cursor = new BlockCursor(encoding.decoder());
        this.builder = new BlockBuilder(encoding.encoder(), TableOptions.DEFAULT.restartInterval(), blockSize);
        this.limit = BlockLimit.of(blockSize, TableOptions.DEFAULT.blockSizeDeviation());
    }

    List<byte[]> cut(List<byte[]> blocks) throws MalformedBlockException {
        List<byte[]> cut = new ArrayList<>();
        for (byte[] block : blocks) {
            cursor.reset(block, 0, block.length);
            for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
                Slice value = cursor.value();
                if (!builder.isEmpty() && limit.endsBefore(builder, cursor.keyLength(), value.length())) {
                    cut.add(finished());
                }
                builder.add(cursor.keyArray(), 0, cursor.keyLength(), value.array(), value.offset(), value.length());
            }
        }
        if (!builder.isEmpty()) {
            cut.add(finished());
        }
        return cut;
    }

    private byte[] finished() {
        int length = builder.finish();
        byte[] block = Arrays.copyOf(builder.array(), length);
        builder.clear();
        return block;
    }
}

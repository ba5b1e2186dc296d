package io.narrows.storage.sst;

import io.narrows.storage.InternalKey;
import io.narrows.storage.sst.block.BlockCursor;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.filter.Filter;
import java.io.IOException;
import java.util.OptionalLong;

/** Reads a whole file and checks that its parts are consistent with each other. */
final class TableVerification {
    private final TableFile file;
    private final DataBlocks blocks;
    private final TableIndex index;
    private final Filter filter;
    private final TableReader.Inspector inspector;
    private final DataBlock block;
    private final ReadAhead ahead = new ReadAhead();
    private byte[] last = new byte[64];
    private int lastLength;
    private long entries;
    private boolean damaged;

    TableVerification(
            TableFile file,
            DataBlocks blocks,
            TableIndex index,
            Filter filter,
            KeyEncoding encoding,
            TableReader.Inspector inspector) {
        this.file = file;
        this.blocks = blocks;
        this.index = index;
        this.filter = filter;
        this.inspector = inspector;
        this.block = new DataBlock(encoding);
    }

    void run(TableProperties properties, int rangeTombstones) throws IOException {
        for (int number = 0; number < blocks.count(); number++) {
            try {
                blocks.load(block, number, ahead);
                checkEntries(number);
            } catch (CorruptTableException e) {
                report(e);
            } catch (MalformedBlockException e) {
                report(blocks.corrupt(number, e));
            }
        }
        if (!damaged) {
            checkCount(properties, PropertyNames.NUM_ENTRIES, entries + rangeTombstones);
            checkCount(properties, PropertyNames.NUM_RANGE_DELETIONS, rangeTombstones);
        }
    }

    private void report(CorruptTableException damage) throws IOException {
        damaged = true;
        inspector.damaged(damage);
    }

    /** Checks the entries of a block up to the first problem. */
    private void checkEntries(int number) throws IOException {
        BlockCursor cursor = block.cursor;
        cursor.seekToFirst();
        if (number > 0 && cursor.isValid() && index.covers(number - 1, cursor.keyArray(), cursor.keyLength())) {
            throw blocks.corrupt(
                    number, "key " + cursor.userKey() + " is not above the index key of the previous block", null);
        }
        for (; cursor.isValid(); cursor.next()) {
            byte[] key = cursor.keyArray();
            int length = cursor.keyLength();
            if (entries > 0 && InternalKey.compare(last, 0, lastLength, key, 0, length) >= 0) {
                throw blocks.corrupt(number, "key " + cursor.userKey() + " does not come after the previous key", null);
            }
            if (!index.covers(number, key, length)) {
                throw blocks.corrupt(number, "key " + cursor.userKey() + " is above the block's index key", null);
            }
            if (!filter.mayContain(key, 0, length - InternalKey.TRAILER)) {
                throw blocks.corrupt(number, "the filter does not contain key " + cursor.userKey(), null);
            }
            remember(key, length);
        }
    }

    private void remember(byte[] key, int length) {
        if (last.length < length) {
            last = new byte[2 * length];
        }
        System.arraycopy(key, 0, last, 0, length);
        lastLength = length;
        entries++;
    }

    private void checkCount(TableProperties properties, String name, long counted) throws IOException {
        OptionalLong said = properties.number(name);
        if (said.isPresent() && said.getAsLong() != counted) {
            inspector.damaged(new CorruptTableException(
                    file.path(),
                    file.footer().metaindex().offset(),
                    BlockKind.PROPERTIES,
                    name + " is " + said.getAsLong() + " (counted: " + counted + ")"));
        }
    }
}

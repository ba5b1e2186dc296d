package io.narrows.storage.sst;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.BlockBuilder;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.block.PlainEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The range deletions of a file: an internal key with the range's begin, and as value its end. */
final class RangeDeleteBlock {
    private final List<RangeTombstone> tombstones = new ArrayList<>();

    void add(RangeTombstone tombstone) {
        tombstones.add(new RangeTombstone(
                Slice.of(tombstone.begin().toByteArray()),
                Slice.of(tombstone.end().toByteArray()),
                tombstone.sequence()));
    }

    boolean isEmpty() {
        return tombstones.isEmpty();
    }

    /** The block. Of two with the same begin and sequence number the longer one stands for both. */
    byte[] encode() {
        tombstones.sort(Comparator.comparing(RangeTombstone::begin)
                .thenComparing(
                        Comparator.comparingLong(RangeTombstone::sequence).reversed())
                .thenComparing(Comparator.comparing(RangeTombstone::end).reversed()));
        BlockBuilder block = new BlockBuilder(KeyEncoding.SHARED_PREFIX.encoder(), 1, 1024);
        RangeTombstone before = null;
        for (RangeTombstone tombstone : tombstones) {
            if (before == null || !sameKey(before, tombstone)) {
                byte[] key = InternalKey.of(
                        tombstone.begin(), InternalKey.trailer(tombstone.sequence(), EntryType.RANGE_DELETE));
                Slice end = tombstone.end();
                block.add(key, 0, key.length, end.array(), end.offset(), end.length());
            }
            before = tombstone;
        }
        int length = block.finish();
        return Arrays.copyOf(block.array(), length);
    }

    private static boolean sameKey(RangeTombstone a, RangeTombstone b) {
        return a.sequence() == b.sequence() && a.begin().equals(b.begin());
    }

    static List<RangeTombstone> decode(byte[] array, int length) throws MalformedBlockException {
        List<byte[][]> entries = new ArrayList<>();
        PlainEntries.forEach(array, 0, length, (key, value) -> entries.add(new byte[][] {key, value}));
        List<RangeTombstone> tombstones = new ArrayList<>();
        for (byte[][] entry : entries) {
            byte[] key = entry[0];
            if (key.length < InternalKey.TRAILER) {
                throw new MalformedBlockException(0, "a range deletion with a key of " + key.length + " bytes");
            }
            Slice begin = new Slice(key, 0, key.length - InternalKey.TRAILER);
            long sequence = InternalKey.sequence(InternalKey.trailerBefore(key, key.length));
            tombstones.add(new RangeTombstone(begin, Slice.of(entry[1]), sequence));
        }
        return List.copyOf(tombstones);
    }
}

package io.narrows.storage.sst;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.BlockBuilder;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.block.PlainEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The range deletions of a file: the key is an internal key with the range's begin, the value is its end. */
final class RangeDeleteBlock {
    /** The begin of a range and its sequence number. Of two ranges with the same start only the longer is kept. */
    private record Start(Slice begin, long sequence) {}

    private final NavigableMap<Start, Slice> ends = new TreeMap<>(Comparator.comparing(Start::begin)
            .thenComparing(Comparator.comparingLong(Start::sequence).reversed()));

    void add(RangeTombstone tombstone) {
        Slice begin = Slice.of(tombstone.begin().toByteArray());
        Slice end = Slice.of(tombstone.end().toByteArray());
        ends.merge(new Start(begin, tombstone.sequence()), end, RangeDeleteBlock::later);
    }

    private static Slice later(Slice one, Slice other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    boolean isEmpty() {
        return ends.isEmpty();
    }

    /** Returns the number of deletions in the block. */
    int count() {
        return ends.size();
    }

    void addTo(TableTally tally) {
        ends.forEach((start, end) -> tally.add(
                EntryType.RANGE_DELETE, start.sequence(), start.begin().length() + InternalKey.TRAILER, end.length()));
    }

    byte[] encode() {
        BlockBuilder block = new BlockBuilder(KeyEncoding.SHARED_PREFIX.encoder(), 1, 1024);
        ends.forEach((start, end) -> {
            byte[] key = InternalKey.of(start.begin(), InternalKey.trailer(start.sequence(), EntryType.RANGE_DELETE));
            block.add(key, 0, key.length, end.array(), end.offset(), end.length());
        });
        int length = block.finish();
        return Arrays.copyOf(block.array(), length);
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

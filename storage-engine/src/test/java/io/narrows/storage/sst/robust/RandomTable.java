package io.narrows.storage.sst.robust;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.checksum.ChecksumType;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** A table of random options with random rows: short keys of few letters, many versions of each, values of all sizes. */
record RandomTable(TableOptions options, List<VersionedRow> rows, List<RangeTombstone> deleted) {
    static final int MAX_SEQUENCE = 100;

    private static final Codecs CODECS = Codecs.load();
    private static final int MOST_ROWS = 600;
    private static final int LONG_VALUE = 5_000;
    private static final EntryType[] TYPES = {
        EntryType.PUT, EntryType.PUT, EntryType.DELETE, EntryType.MERGE, EntryType.SINGLE_DELETE
    };

    static RandomTable of(Random random) {
        TreeSet<VersionedRow> rows = new TreeSet<>(VersionedRow.ORDER);
        int count = 1 + random.nextInt(MOST_ROWS);
        for (int i = 0; i < count; i++) {
            EntryType type = TYPES[random.nextInt(TYPES.length)];
            Slice value = type == EntryType.PUT || type == EntryType.MERGE ? value(random) : Slice.EMPTY;
            rows.add(new VersionedRow(key(random), random.nextInt(MAX_SEQUENCE), type, value));
        }
        return new RandomTable(options(random), List.copyOf(rows), deleted(random));
    }

    private static TableOptions options(Random random) {
        TableOptions options = TableOptions.DEFAULT
                .withFormatVersion(random.nextBoolean() ? 5 : 7)
                .withChecksum(any(ChecksumType.values(), random))
                .withCompression(CodecSpec.of(any(Codec.ofBlocks().toArray(Codec[]::new), random)))
                .withBlockSize(64 << random.nextInt(8))
                .withBlockSizeDeviation(random.nextInt(101))
                .withRestartInterval(1 + random.nextInt(20))
                .withBloomBitsPerKey(random.nextBoolean() ? 10 : 0)
                .withKeyEncoding(any(KeyEncoding.values(), random));
        boolean dictionary = options.compression().codec() == Codec.ZSTD
                || options.compression().codec() == Codec.GZIP;
        return dictionary && random.nextBoolean()
                ? options.withDictionary(1 + random.nextInt(4 << 10), random.nextBoolean() ? 0 : 16 << 10)
                : options;
    }

    /**
     * Sequence numbers are unique, as in a database; for equal number and begin a table would keep only the longer range.
     */
    private static List<RangeTombstone> deleted(Random random) {
        List<RangeTombstone> deleted = new ArrayList<>();
        Set<Integer> sequences = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Slice one = key(random);
            Slice other = key(random);
            int sequence = random.nextInt(MAX_SEQUENCE);
            if (!one.equals(other) && sequences.add(sequence)) {
                boolean ordered = one.compareTo(other) < 0;
                deleted.add(new RangeTombstone(ordered ? one : other, ordered ? other : one, sequence));
            }
        }
        return deleted;
    }

    /** Sometimes empty; the last letter is the highest byte, which nothing can follow. */
    static Slice key(Random random) {
        byte[] letters = {'a', 'b', 'c', -1};
        byte[] key = new byte[random.nextInt(8)];
        for (int i = 0; i < key.length; i++) {
            key[i] = letters[random.nextInt(letters.length)];
        }
        return Slice.of(key);
    }

    private static Slice value(Random random) {
        int length = random.nextInt(50) == 0 ? random.nextInt(LONG_VALUE) : random.nextInt(60);
        if (random.nextBoolean()) {
            return Slice.of("x%d".formatted(random.nextInt(10)).repeat(length / 2));
        }
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return Slice.of(noise);
    }

    private static <T> T any(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }

    void write(Path file) throws IOException {
        try (TableWriter writer = TableWriter.create(file, options, CODECS)) {
            for (VersionedRow row : rows) {
                writer.add(
                        row.key().array(),
                        row.key().offset(),
                        row.key().length(),
                        row.sequence(),
                        row.type(),
                        row.value().array(),
                        row.value().offset(),
                        row.value().length());
            }
            for (RangeTombstone range : deleted) {
                writer.deleteRange(range.begin(), range.end(), range.sequence());
            }
            writer.finish();
        }
    }
}

package io.narrows.storage.db.interop.forge;

import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file of a level: its entries and its metadata in the MANIFEST, which need not be correct.
 *
 * @param keys ascending; all have the same value
 * @param first the sequence number of the first key, from which the others count up; with 0 all have 0
 * @param epoch 0 for none
 * @param custom fields of the MANIFEST's entry by their tags
 */
record ForgedFile(
        int level, long number, List<String> keys, String value, long first, long epoch, Map<Integer, byte[]> custom) {
    private static final Codecs CODECS = Codecs.load();
    private static final int EPOCH = 13;
    private static final int END = 1;

    static ForgedFile of(int level, long number, List<String> keys, String value, long first, long epoch) {
        return new ForgedFile(level, number, keys, value, first, epoch, Map.of());
    }

    ForgedFile onLevel(int other) {
        return new ForgedFile(other, number, keys, value, first, epoch, custom);
    }

    ForgedFile numbered(long other) {
        return new ForgedFile(level, other, keys, value, first, epoch, custom);
    }

    ForgedFile withEpoch(long other) {
        return new ForgedFile(level, number, keys, value, first, other, custom);
    }

    ForgedFile with(int tag, byte[] body) {
        Map<Integer, byte[]> more = new TreeMap<>(custom);
        more.put(tag, body);
        return new ForgedFile(level, number, keys, value, first, epoch, more);
    }

    Path path(Path directory) {
        return directory.resolve("%06d.sst".formatted(number));
    }

    void write(Path directory) throws IOException {
        TableOptions options = TableOptions.DEFAULT.withBlockSize(256);
        try (TableWriter writer = TableWriter.create(path(directory), options, CODECS)) {
            for (int i = 0; i < keys.size(); i++) {
                writer.add(Slice.of(keys.get(i)), sequence(i), EntryType.PUT, Slice.of(value));
            }
            writer.finish();
        }
    }

    /** Returns the entry for the file in current edits. */
    byte[] entry(Path directory) throws IOException {
        Bytes bytes = entryV2(directory);
        if (epoch != 0) {
            bytes.varint(EPOCH).counted(new Bytes().varint(epoch).toByteArray());
        }
        custom.forEach((tag, body) -> bytes.varint(tag).counted(body));
        return bytes.varint(END).toByteArray();
    }

    /** Returns the entry for the file in edits of RocksDB before 5. */
    Bytes entryV2(Path directory) throws IOException {
        return new Bytes()
                .varint(level)
                .varint(number)
                .varint(Files.size(path(directory)))
                .counted(internal(0))
                .counted(internal(keys.size() - 1))
                .varint(first)
                .varint(sequence(keys.size() - 1));
    }

    private long sequence(int i) {
        return first == 0 ? 0 : first + i;
    }

    private byte[] internal(int i) {
        return InternalKey.of(Slice.of(keys.get(i)), InternalKey.trailer(sequence(i), EntryType.PUT));
    }
}

package io.narrows.storage.version;

import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Writes SST files into a database's directory and returns their metadata. */
record TableFiles(Path directory, TableOptions options) {
    static final Codecs CODECS = Codecs.load();

    /** Writes a file with the narrowest possible bounds. */
    FileMetadata write(long number, List<VersionedRow> rows, List<RangeTombstone> tombstones) throws IOException {
        List<Slice> bounds = new ArrayList<>();
        rows.forEach(row -> bounds.add(internal(row.key(), row.sequence(), row.type())));
        for (RangeTombstone tombstone : tombstones) {
            bounds.add(internal(tombstone.begin(), tombstone.sequence(), EntryType.RANGE_DELETE));
            bounds.add(endOfRange(tombstone.end()));
        }
        return write(
                number,
                rows,
                tombstones,
                Collections.min(bounds, Version::compare),
                Collections.max(bounds, Version::compare));
    }

    /** Writes a file with other bounds, like one that was split. */
    FileMetadata write(
            long number, List<VersionedRow> rows, List<RangeTombstone> tombstones, Slice smallest, Slice largest)
            throws IOException {
        try (TableWriter writer = TableWriter.create(FileNames.table(directory, number), options, CODECS)) {
            for (VersionedRow row : rows) {
                writer.add(row.key(), row.sequence(), row.type(), row.value());
            }
            tombstones.forEach(range -> writer.deleteRange(range.begin(), range.end(), range.sequence()));
            writer.finish();
        }
        long[] sequences = LongStream.concat(
                        rows.stream().mapToLong(VersionedRow::sequence),
                        tombstones.stream().mapToLong(RangeTombstone::sequence))
                .sorted()
                .toArray();
        return FileMetadata.of(
                number,
                FileNames.table(directory, number).toFile().length(),
                smallest,
                largest,
                sequences[0],
                sequences[sequences.length - 1],
                1);
    }

    static Slice internal(Slice userKey, long sequence, EntryType type) {
        return Slice.of(InternalKey.of(userKey, InternalKey.trailer(sequence, type)));
    }

    static Slice endOfRange(Slice userKey) {
        return internal(userKey, InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);
    }

    static VersionedRow put(String key, long sequence) {
        return new VersionedRow(Slice.of(key), sequence, EntryType.PUT, Slice.of(key + "@" + sequence));
    }

    static List<VersionedRow> puts(long sequence, String... keys) {
        return Stream.of(keys).map(key -> put(key, sequence)).toList();
    }

    static RangeTombstone range(String begin, String end, long sequence) {
        return new RangeTombstone(Slice.of(begin), Slice.of(end), sequence);
    }
}

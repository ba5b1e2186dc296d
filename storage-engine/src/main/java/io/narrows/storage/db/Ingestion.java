package io.narrows.storage.db;

import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.log.SteadyFile;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableIterator;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.FileNames;
import io.narrows.storage.version.VersionEdit;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes files of others into a family, as its youngest. Nobody writes meanwhile, and nothing of the family is in memory. All
 * files are taken or none.
 */
final class Ingestion {
    private static final String VERSION_PROPERTY = "rocksdb.external_sst_file.version";

    /** A file to take, and the internal keys between which it lies. */
    private record External(Path path, Slice smallest, Slice largest, boolean endsBeforeLargest) {
        Slice smallestUserKey() {
            return new Slice(smallest.array(), smallest.offset(), smallest.length() - InternalKey.TRAILER);
        }

        Slice largestUserKey() {
            return new Slice(largest.array(), largest.offset(), largest.length() - InternalKey.TRAILER);
        }
    }

    private final Path directory;
    private final Codecs codecs;
    private final Families families;
    private final Published published;
    private final AtomicLong lastSequence;

    Ingestion(Path directory, Codecs codecs, Families families, Published published, AtomicLong lastSequence) {
        this.directory = directory;
        this.codecs = codecs;
        this.families = families;
        this.published = published;
        this.lastSequence = lastSequence;
    }

    void run(Family family, List<Path> paths) throws IOException {
        if (paths.isEmpty()) {
            return;
        }
        long sequence = lastSequence.get() + 1;
        List<External> files = examine(paths, sequence);
        List<FileMetadata> taken = new ArrayList<>();
        try {
            for (External file : files) {
                taken.add(take(file, sequence));
            }
            SteadyFile.forceDirectory(directory);
        } catch (IOException | RuntimeException | Error e) {
            for (FileMetadata file : taken) {
                Files.deleteIfExists(FileNames.table(directory, file.number()));
            }
            throw e;
        }
        publish(family, taken, sequence); // if it fails, nobody knows whether the MANIFEST has them: they stay
    }

    private List<External> examine(List<Path> paths, long sequence) throws IOException {
        List<External> files = new ArrayList<>();
        for (Path path : paths) {
            files.add(examine(path, sequence));
        }
        files.sort(Comparator.comparing(External::smallestUserKey));
        for (int i = 1; i < files.size(); i++) {
            checkDisjoint(files.get(i - 1), files.get(i));
        }
        return files;
    }

    private static void checkDisjoint(External before, External after) {
        int order = before.largestUserKey().compareTo(after.smallestUserKey());
        if (order > 0 || order == 0 && !before.endsBeforeLargest()) {
            throw new IllegalArgumentException(
                    before.path() + " and " + after.path() + " overlap (expected: files that do not)");
        }
    }

    /** Reads all of a file, so that no damage comes in. */
    private External examine(Path path, long sequence) throws IOException {
        try (TableReader table = TableReader.open(path, codecs, BlockCache.ofBytes(0))) {
            if (!table.properties().raw().containsKey(VERSION_PROPERTY)) {
                throw new IllegalArgumentException(path + ": not written to be ingested, property " + VERSION_PROPERTY
                        + " is missing (expected: a file of an SST file writer)");
            }
            table.verify();
            return bounds(path, table, sequence);
        }
    }

    private static External bounds(Path path, TableReader table, long sequence) throws IOException {
        Slice smallest = null;
        Slice largest = null;
        TableIterator entries = table.iterator();
        entries.seekToFirst();
        if (entries.isValid()) {
            smallest = internal(entries.userKey(), sequence, entries.type());
            entries.seekToLast();
            largest = internal(entries.userKey(), sequence, entries.type());
        }
        boolean exclusive = false;
        for (RangeTombstone tombstone : table.rangeTombstones()) {
            if (smallest == null || tombstone.begin().compareTo(userKey(smallest)) < 0) {
                smallest = internal(tombstone.begin(), sequence, EntryType.RANGE_DELETE);
            }
            if (largest == null || tombstone.end().compareTo(userKey(largest)) > 0) {
                largest = internal(tombstone.end(), InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);
                exclusive = true;
            }
        }
        if (smallest == null) {
            throw new IllegalArgumentException(path + ": a file without entries");
        }
        return new External(path, smallest, largest, exclusive);
    }

    private static Slice internal(Slice userKey, long sequence, EntryType type) {
        return Slice.of(InternalKey.of(userKey, InternalKey.trailer(sequence, type)));
    }

    private static Slice userKey(Slice internal) {
        return new Slice(internal.array(), internal.offset(), internal.length() - InternalKey.TRAILER);
    }

    private FileMetadata take(External file, long sequence) throws IOException {
        long number = published.newFile();
        Path name = FileNames.table(directory, number);
        try {
            Files.createLink(name, file.path().toRealPath());
        } catch (IOException | UnsupportedOperationException e) {
            Files.copy(file.path(), name);
        }
        try (FileChannel channel = FileChannel.open(name, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        return FileMetadata.of(number, Files.size(name), file.smallest(), file.largest(), sequence, sequence, 0);
    }

    private void publish(Family family, List<FileMetadata> files, long sequence) throws IOException {
        int id = family.handle().id();
        published.apply(
                state -> {
                    VersionEdit edit = new VersionEdit().family(id).lastSequence(sequence);
                    long epoch = state.family(id).nextEpoch();
                    for (FileMetadata file : files) {
                        edit.addFile(0, file.withEpoch(epoch++));
                    }
                    return List.of(edit);
                },
                state -> {
                    families.change(
                            family,
                            view -> families.view(
                                    view.active(),
                                    view.sealed(),
                                    state.family(id).version()));
                    lastSequence.set(sequence); // nobody else writes; a snapshot that has it sees the files
                });
    }
}

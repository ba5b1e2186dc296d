package io.narrows.proxy.dictionary;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.codec.dictionary.DictionaryFileException;
import io.narrows.config.PeerId;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The dictionaries on disk. For each key, the latest two are kept. If the files take more than the limit, {@link SurplusFiles} are deleted.
 * Calls block; safe for use by many threads.
 */
final class DictionaryStore {
    /** Dictionaries that are kept of each key. */
    static final int KEPT = 2;

    private final StoreDirectory directory;
    private final long maxBytes;
    private final InstantSource clock;
    private final Reader reader;
    private volatile long bytes;
    private volatile boolean hasUnusable;

    /** Reads the dictionary of a file. */
    @FunctionalInterface
    interface Reader {
        /** @throws DictionaryFileException if it is not a dictionary, or damaged */
        Dictionary read(Path file) throws IOException;
    }

    /**
     * A dictionary of a file.
     *
     * @param file its path
     * @param state the file's state before it was read
     */
    record Stored(DictionaryKey key, Dictionary dictionary, Path file, PathState state) {}

    /**
     * @param root directory, created with the first dictionary
     * @param maxBytes limit of all files together
     * @param clock the time that files get when their dictionaries are used
     */
    DictionaryStore(Path root, long maxBytes, InstantSource clock) {
        this(root, maxBytes, clock, DictionaryFile::read);
    }

    DictionaryStore(Path root, long maxBytes, InstantSource clock, Reader reader) {
        this.directory = new StoreDirectory(root);
        this.maxBytes = maxBytes;
        this.clock = clock;
        this.reader = reader;
    }

    /**
     * Reads the dictionaries of a peer, the latest first, at most two of each key. Files that are damaged or cannot be read are reported, and
     * left out until they change.
     */
    synchronized List<Stored> load(PeerId peer) throws IOException {
        directory.lookAgain(peer);
        List<StoredFile> files = directory.files(peer);
        files.sort(StoredFile.OLDEST_FIRST.reversed());
        Map<DictionaryKey, Integer> ofKey = new HashMap<>();
        List<Stored> stored = new ArrayList<>();
        for (StoredFile file : files) {
            if (ofKey.getOrDefault(file.key(), 0) == KEPT) {
                continue;
            }
            PathState before = PathState.of(file.path());
            try {
                directory.warnIfOpenToOthers(file.path());
                stored.add(new Stored(file.key(), reader.read(file.path()), file.path(), before));
                ofKey.merge(file.key(), 1, Integer::sum);
            } catch (DictionaryFileException e) {
                directory.reportUnusable(file.path(), before, StoreDirectory.Problem.of(e));
            } catch (IOException e) {
                directory.reportUnreadable(file.path(), before, e);
            }
        }
        recount();
        return stored;
    }

    /** Reports a file whose dictionary no codec can begin with, and leaves it out until it changes. */
    synchronized void refuse(Stored refused, String problem) {
        directory.reportUnusable(refused.file(), refused.state(), new StoreDirectory.Problem("refused", problem));
        hasUnusable = directory.hasUnusable();
    }

    /** Reports that the dictionaries of files that could not be used before can be used now: none of them was {@linkplain #refuse refused}. */
    synchronized void accept(List<Stored> accepted) {
        accepted.forEach(stored -> directory.isUsable(stored.file()));
    }

    /** Returns whether files could not be used when the store was last read or written, without waiting for files. */
    boolean hasUnusable() {
        return hasUnusable;
    }

    /** Returns whether files of a peer that could not be used have changed since, so that {@link #load} may return more. */
    synchronized boolean hasChanged(PeerId peer) {
        return directory.hasChanged(peer);
    }

    /** Writes a dictionary, the latest of its key from now on, and deletes files that there is no place for. */
    synchronized void write(DictionaryKey key, Dictionary dictionary) throws IOException {
        Path file = directory.create(key).resolve(dictionary.name().hex() + ".dict");
        write(file, dictionary);
        touch(key, file);
        deleteSurplus(file);
        recount();
    }

    private void write(Path file, Dictionary dictionary) throws IOException {
        try {
            DictionaryFile.write(file, dictionary);
        } catch (FileAlreadyExistsException e) {
            if (!contains(file, dictionary)) {
                directory.moveAside(file);
                DictionaryFile.write(file, dictionary);
            }
        }
    }

    /** @throws IOException if the file may be good but cannot be read now, for example because a disk fails */
    private boolean contains(Path file, Dictionary dictionary) throws IOException {
        try {
            return reader.read(file).name().equals(dictionary.name());
        } catch (DictionaryFileException | AccessDeniedException e) {
            return false; // damaged, or not to be read by this user
        }
    }

    /** Records that a dictionary of a key was used, for the order in which files are deleted. */
    synchronized void used(DictionaryKey key) throws IOException {
        Optional<StoredFile> latest = directory.files(key.peer()).stream()
                .filter(file -> file.key().equals(key))
                .max(StoredFile.OLDEST_FIRST);
        if (latest.isPresent()) {
            touch(key, latest.get().path());
        }
    }

    /** Makes a file the latest of its key, even if the clock went back. */
    private void touch(DictionaryKey key, Path file) throws IOException {
        long latest = directory.files(key.peer()).stream()
                .filter(other -> other.key().equals(key) && !other.path().equals(file))
                .mapToLong(StoredFile::modified)
                .max()
                .orElse(0);
        Files.setLastModifiedTime(file, FileTime.fromMillis(Math.max(clock.millis(), latest + 1)));
    }

    private void deleteSurplus(Path written) throws IOException {
        for (StoredFile file : SurplusFiles.of(directory.files(), written, maxBytes)) {
            Files.deleteIfExists(file.path());
        }
    }

    private void recount() throws IOException {
        bytes = directory.files().stream().mapToLong(StoredFile::bytes).sum();
        hasUnusable = directory.hasUnusable();
    }

    /** Returns the size of all files when the store was last read or written, in bytes. */
    long bytes() {
        return bytes;
    }
}

package io.narrows.proxy.dictionary;

import java.nio.file.Path;
import java.util.Comparator;

/**
 * A file of the store.
 *
 * @param bytes size of the file
 * @param modified when it was written or its dictionary used last, in milliseconds since the epoch
 */
record StoredFile(DictionaryKey key, Path path, long bytes, long modified) {
    /** The file that was not used for the longest time comes first. */
    static final Comparator<StoredFile> OLDEST_FIRST =
            Comparator.comparingLong(StoredFile::modified).thenComparing(StoredFile::path);
}

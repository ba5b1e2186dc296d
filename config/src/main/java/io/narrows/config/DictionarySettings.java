package io.narrows.config;

import io.narrows.codec.dictionary.Dictionary;
import java.nio.file.Path;

/**
 * The dictionaries of a sidecar.
 *
 * @param path directory in which they are stored; created if it does not exist
 * @param maxSize maximum size of a dictionary that is trained, in bytes, from {@value Dictionary#MIN_BYTES} to {@value
 *     Dictionary#MAX_BYTES}
 * @param storeSize maximum size of all files in the directory, in bytes, from {@value #MIN_STORE_SIZE} to {@value #MAX_STORE_SIZE}
 * @param train whether the sidecar trains dictionaries on samples of its own traffic
 */
public record DictionarySettings(Path path, int maxSize, long storeSize, boolean train) {
    public static final long MIN_STORE_SIZE = 256 << 10;
    public static final long MAX_STORE_SIZE = 1 << 30;
    public static final long DEFAULT_STORE_SIZE = 16 << 20;
}

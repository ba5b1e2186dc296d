package io.narrows.storage.db;

/**
 * The files of one level that are compressed by one codec.
 *
 * @param codec as the files' properties say: a label of {@link io.narrows.storage.sst.compress.CompressionType}, or
 *     {@code mixed} or {@code unknown}, see {@link io.narrows.storage.sst.TableProperties#codec()}
 * @param files how many there are
 * @param logicalBytes keys and values as they were given, with the eight bytes of each internal key
 * @param storedBytes sizes of the files: data, index, filter and all else
 */
public record CodecStatistics(String codec, long files, long logicalBytes, long storedBytes) {}

package io.narrows.storage.db;

/**
 * The files of one level that are compressed with one codec.
 *
 * @param codec the codec in the files' properties: a label of {@link io.narrows.storage.sst.compress.CompressionType}, or
 *     {@code mixed} or {@code unknown}, see {@link io.narrows.storage.sst.TableProperties#codec()}
 * @param files number of files
 * @param logicalBytes uncompressed size of keys and values, with the eight bytes of each internal key
 * @param storedBytes total size of the files: data, index, filter and everything else
 */
public record CodecStatistics(String codec, long files, long logicalBytes, long storedBytes) {}

package io.narrows.storage.sst;

import io.narrows.storage.sst.block.Coding;
import io.narrows.storage.sst.block.MalformedBlockException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What a file says of itself. Immutable. A number that a file does not give is 0, a text that it does not give is empty. */
public final class TableProperties {
    private final Map<String, byte[]> values;

    TableProperties(Map<String, byte[]> values) {
        this.values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** All of them by name, in the order of the names, each as it is written: copies. */
    public Map<String, byte[]> raw() {
        Map<String, byte[]> copies = new TreeMap<>();
        values.forEach((name, value) -> copies.put(name, value.clone()));
        return copies;
    }

    /** A property that is a number of variable length, as most are; none when it is not there or not such a number. */
    public OptionalLong number(String name) {
        byte[] value = values.get(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        try {
            int end = Coding.varint64End(value, 0, value.length);
            return end == value.length ? OptionalLong.of(Coding.varint64(value, 0, end)) : OptionalLong.empty();
        } catch (MalformedBlockException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * A property as a number, however that is written; none when it is not there, or is not known to be one. Text that is
     * longer than a character is no number of variable length, so only short text has to be told apart by its name.
     */
    public OptionalLong numeric(String name) {
        return switch (name) {
            case PropertyNames.INDEX_TYPE, PropertyNames.EXTERNAL_VERSION -> fixed32(name);
            case PropertyNames.EXTERNAL_SEQUENCE -> fixed64(name);
            case PropertyNames.KEY_ENCODING -> number(name);
            case PropertyNames.COLUMN_FAMILY_NAME -> OptionalLong.empty();
            default -> PropertyNames.mayBeVarint(name) ? number(name) : OptionalLong.empty();
        };
    }

    /** A property as text. */
    public String text(String name) {
        return new String(values.getOrDefault(name, new byte[0]), StandardCharsets.UTF_8);
    }

    /** Entries, range deletions included. */
    public long entries() {
        return count(PropertyNames.NUM_ENTRIES);
    }

    public long rangeDeletions() {
        return count(PropertyNames.NUM_RANGE_DELETIONS);
    }

    public long dataBlocks() {
        return count(PropertyNames.NUM_DATA_BLOCKS);
    }

    /** Bytes of all internal keys. */
    public long rawKeySize() {
        return count(PropertyNames.RAW_KEY_SIZE);
    }

    /** Bytes of all values. */
    public long rawValueSize() {
        return count(PropertyNames.RAW_VALUE_SIZE);
    }

    /** Bytes of the data blocks as they are stored. */
    public long dataSize() {
        return count(PropertyNames.DATA_SIZE);
    }

    /** Where what follows the data blocks begins, in bytes from the start of the file. */
    public long tailStart() {
        return count(PropertyNames.TAIL_START);
    }

    public long indexSize() {
        return count(PropertyNames.INDEX_SIZE);
    }

    public long filterSize() {
        return count(PropertyNames.FILTER_SIZE);
    }

    /** Data blocks that did not shrink enough and are stored as they are. */
    public long blocksRejected() {
        return count(PropertyNames.NUM_BLOCKS_REJECTED);
    }

    /** Data blocks that were not tried. */
    public long blocksBypassed() {
        return count(PropertyNames.NUM_BLOCKS_BYPASSED);
    }

    public String compression() {
        return text(PropertyNames.COMPRESSION);
    }

    /**
     * How the file is compressed, in one word: the label of a {@link
     * io.narrows.storage.sst.compress.CompressionType CompressionType}, {@code mixed} where its blocks have several, or {@code
     * unknown}. Blocks that did not shrink are stored as they are, whatever it says.
     */
    public String codec() {
        return CompressionName.label(compression());
    }

    private long count(String name) {
        return number(name).orElse(0);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** A property of four bytes; none when it is not there or not of four bytes. */
    OptionalLong fixed32(String name) {
        byte[] value = values.get(name);
        return value == null || value.length != Integer.BYTES
                ? OptionalLong.empty()
                : OptionalLong.of(Integer.toUnsignedLong(Coding.fixed32(value, 0)));
    }

    OptionalLong fixed64(String name) {
        byte[] value = values.get(name);
        return value == null || value.length != Long.BYTES
                ? OptionalLong.empty()
                : OptionalLong.of(Coding.fixed64(value, 0));
    }
}

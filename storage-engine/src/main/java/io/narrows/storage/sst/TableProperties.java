package io.narrows.storage.sst;

import io.narrows.storage.sst.block.Coding;
import io.narrows.storage.sst.block.MalformedBlockException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The properties of a file. Immutable. Missing numbers are 0, and missing texts are empty. */
public final class TableProperties {
    private final Map<String, byte[]> values;

    TableProperties(Map<String, byte[]> values) {
        this.values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** Returns copies of all properties by name, in name order, as they are encoded. */
    public Map<String, byte[]> raw() {
        Map<String, byte[]> copies = new TreeMap<>();
        values.forEach((name, value) -> copies.put(name, value.clone()));
        return copies;
    }

    /** Returns a varint property, as most numbers are; empty if it is missing or not a varint. */
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
     * Returns a property as a number, in any encoding; empty if it is missing, or not known to be a number. Text longer
     * than one character is never a valid varint, so only short texts have to be distinguished by name.
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

    /** Returns a property as text. */
    public String text(String name) {
        return new String(values.getOrDefault(name, new byte[0]), StandardCharsets.UTF_8);
    }

    /** Returns the number of entries, range deletions included. */
    public long entries() {
        return count(PropertyNames.NUM_ENTRIES);
    }

    public long rangeDeletions() {
        return count(PropertyNames.NUM_RANGE_DELETIONS);
    }

    public long dataBlocks() {
        return count(PropertyNames.NUM_DATA_BLOCKS);
    }

    /** Returns the total size of all internal keys in bytes. */
    public long rawKeySize() {
        return count(PropertyNames.RAW_KEY_SIZE);
    }

    /** Returns the total size of all values in bytes. */
    public long rawValueSize() {
        return count(PropertyNames.RAW_VALUE_SIZE);
    }

    /** Returns the stored size of the data blocks in bytes. */
    public long dataSize() {
        return count(PropertyNames.DATA_SIZE);
    }

    /** Returns the end of the data blocks, in bytes from the start of the file. */
    public long tailStart() {
        return count(PropertyNames.TAIL_START);
    }

    public long indexSize() {
        return count(PropertyNames.INDEX_SIZE);
    }

    public long filterSize() {
        return count(PropertyNames.FILTER_SIZE);
    }

    /** Returns the number of data blocks stored uncompressed because they did not shrink enough. */
    public long blocksRejected() {
        return count(PropertyNames.NUM_BLOCKS_REJECTED);
    }

    /** Returns the number of data blocks for which compression was not tried. */
    public long blocksBypassed() {
        return count(PropertyNames.NUM_BLOCKS_BYPASSED);
    }

    public String compression() {
        return text(PropertyNames.COMPRESSION);
    }

    /**
     * Returns the file's compression in one word: the label of a
     * {@link io.narrows.storage.sst.compress.CompressionType CompressionType}, {@code mixed} if its blocks have several
     * types, or {@code unknown}. Blocks that did not shrink are stored uncompressed in any case.
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

    /** Returns a property of four bytes; empty if it is missing or has a different length. */
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

package io.narrows.storage.sst;

import io.narrows.storage.sst.block.Coding;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Collects the properties of a file being written. */
final class PropertiesBuilder {
    /** Makes all names after the first share prefixes. */
    private static final int ONE_RESTART = Integer.MAX_VALUE;

    private final Map<String, byte[]> values = new TreeMap<>();

    PropertiesBuilder number(String name, long value) {
        byte[] bytes = new byte[Coding.MAX_VARINT64];
        return bytes(name, Arrays.copyOf(bytes, Coding.putVarint64(bytes, 0, value)));
    }

    PropertiesBuilder fixed32(String name, int value) {
        byte[] bytes = new byte[Integer.BYTES];
        Coding.putFixed32(bytes, 0, value);
        return bytes(name, bytes);
    }

    PropertiesBuilder fixed64(String name, long value) {
        byte[] bytes = new byte[Long.BYTES];
        Coding.putFixed64(bytes, 0, value);
        return bytes(name, bytes);
    }

    PropertiesBuilder text(String name, String value) {
        return bytes(name, value.getBytes(StandardCharsets.UTF_8));
    }

    PropertiesBuilder bytes(String name, byte[] value) {
        values.put(name, value);
        return this;
    }

    byte[] block() {
        return MetaBlock.encode(values, ONE_RESTART);
    }

    TableProperties build() {
        return new TableProperties(values);
    }
}

package io.narrows.storage.sst;

import io.narrows.storage.sst.block.BlockBuilder;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.block.MalformedBlockException;
import io.narrows.storage.sst.block.PlainEntries;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Encodes and decodes blocks of names and values, sorted by name: the properties and the metaindex. */
final class MetaBlock {
    private MetaBlock() {}

    /** @param restartInterval number of names from one that is written whole to the next */
    static byte[] encode(Map<String, byte[]> values, int restartInterval) {
        BlockBuilder block = new BlockBuilder(KeyEncoding.SHARED_PREFIX.encoder(), restartInterval, 1024);
        new TreeMap<>(values).forEach((name, value) -> {
            byte[] key = name.getBytes(StandardCharsets.UTF_8);
            block.add(key, 0, key.length, value, 0, value.length);
        });
        int length = block.finish();
        return Arrays.copyOf(block.array(), length);
    }

    static Map<String, byte[]> decode(byte[] array, int length) throws MalformedBlockException {
        Map<String, byte[]> values = new TreeMap<>();
        PlainEntries.forEach(
                array, 0, length, (key, value) -> values.put(new String(key, StandardCharsets.UTF_8), value));
        return values;
    }
}

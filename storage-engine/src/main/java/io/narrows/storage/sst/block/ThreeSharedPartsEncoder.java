package io.narrows.storage.sst.block;

/**
 * Omits up to three parts of a key that it shares with the previous one. This is YugabyteDB's
 * {@code kKeyDeltaEncodingThreeSharedParts}, for keys that often share everything except a column's number and a time (see
 * its {@code advanced-delta-encoding.md}, {@code block_builder.cc}, {@code block_builder_internal.h}). An entry is
 *
 * <pre>
 * | header | own 1 | own 2 | value |
 * </pre>
 *
 * with the {@link ThreeSharedPartsHeader header} of the {@link ThreeSharedParts parts}.
 */
final class ThreeSharedPartsEncoder implements EntryEncoder {
    private final ThreeSharedParts parts = new ThreeSharedParts();

    @Override
    public int encode(
            byte[] out,
            int at,
            byte[] previous,
            int previousLength,
            byte[] key,
            int keyOffset,
            int keyLength,
            byte[] value,
            int valueOffset,
            int valueLength) {
        parts.match(previous, previousLength, key, keyOffset, keyLength);
        int end = parts.own1 == keyLength
                ? ThreeSharedPartsHeader.putWhole(out, at, keyLength, valueLength)
                : ThreeSharedPartsHeader.put(out, at, parts, valueLength);
        System.arraycopy(key, keyOffset + parts.prefix, out, end, parts.own1);
        end += parts.own1;
        System.arraycopy(key, keyOffset + keyLength - parts.last - parts.own2, out, end, parts.own2);
        end += parts.own2;
        System.arraycopy(value, valueOffset, out, end, valueLength);
        return end + valueLength;
    }

    @Override
    public int maxLength(int keyLength, int valueLength) {
        return ThreeSharedPartsHeader.MAX_LENGTH + keyLength + valueLength;
    }
}

package io.narrows.storage.sst.block;

import java.util.Arrays;
import java.util.function.BiConsumer;

/** Iterates over the entries of a whole small block in order, without interpreting its keys. */
public final class PlainEntries {
    private PlainEntries() {}

    /**
     * Passes key and value of each entry to a consumer, as new arrays.
     *
     * @throws MalformedBlockException if the block is damaged; the entries before the damage have been passed
     */
    public static void forEach(byte[] array, int offset, int length, BiConsumer<byte[], byte[]> consumer)
            throws MalformedBlockException {
        BlockLayout layout = BlockLayout.parse(array, offset, length);
        EntryDecoder decoder = KeyEncoding.SHARED_PREFIX.decoder();
        EntryState state = new EntryState();
        state.next = offset;
        while (state.next < layout.entriesEnd()) {
            decoder.decode(state, array, state.next, layout.entriesEnd());
            consumer.accept(
                    Arrays.copyOf(state.key, state.keyLength),
                    Arrays.copyOfRange(array, state.valueOffset, state.valueOffset + state.valueLength));
        }
    }
}

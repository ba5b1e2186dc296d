package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.Coding;
import io.narrows.storage.sst.block.MalformedBlockException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Building, writing, parsing and searching the index. */
class IndexTest {
    @Test
    void userKeysWithinBlocks_shortUserKeys() throws MalformedBlockException {
        IndexBuilder builder = new IndexBuilder();
        cut(builder, key("apple", 5), "banana", 0);
        cut(builder, key("cherry", 5), "cherrz", 100);
        end(builder, key("dill", 5), 200);

        assertThat(builder.hasUserKeys()).isTrue();
        assertThat(entries(builder)).containsExactly("b 0+95", "cherry 100+95", "dill 200+95");
    }

    @Test
    void userKeyOverTwoBlocks_internalKeys() throws MalformedBlockException {
        IndexBuilder builder = new IndexBuilder();
        cut(builder, key("apple", 5), "banana", 0);
        cut(builder, key("cherry", 5), "cherry", 100);
        end(builder, key("cherry", 3), 200);

        assertThat(builder.hasUserKeys()).isFalse();
        assertThat(entries(builder))
                .containsExactly("b@" + InternalKey.MAX_SEQUENCE + " 0+95", "cherry@5 100+95", "cherry@3 200+95");
    }

    @Test
    void find_returnsTheBlockThatCanHoldTheKey() throws MalformedBlockException {
        IndexBuilder builder = new IndexBuilder();
        cut(builder, key("apple", 5), "banana", 0);
        cut(builder, key("cherry", 5), "cherry", 100);
        end(builder, key("cherry", 3), 200);
        TableIndex index = index(builder);

        assertThat(find(index, "apple", 9)).isEqualTo(0);
        assertThat(find(index, "b", 9)).isEqualTo(1);
        assertThat(find(index, "cherry", 5)).isEqualTo(1);
        assertThat(find(index, "cherry", 4)).isEqualTo(2);
        assertThat(find(index, "cherry", 2)).isEqualTo(index.blocks());
    }

    @Test
    void differences_followTheBlockBefore() throws MalformedBlockException {
        byte[] block = block(
                new byte[] {0, 2, 'a', 'b', 10, 90},
                new byte[] {1, 1, 'c', (byte) Coding.zigzag(-30)},
                new byte[] {1, 1, 'd', (byte) Coding.zigzag(1)});

        assertThat(parse(block, true, false)).containsExactly("ab 10+90", "ac 105+60", "ad 170+61");
    }

    @Test
    void firstKeys_areLeftOut() throws MalformedBlockException {
        byte[] block = block(new byte[] {0, 1, 'b', 10, 90, 2, 'a', 'a'}, new byte[] {0, 1, 'd', 105, 7, 1, 'c'});

        assertThat(parse(block, true, true)).containsExactly("b 10+90", "d 105+7");
    }

    @Test
    void valuesWithLengths_mustHaveThem() throws MalformedBlockException {
        assertThat(parse(block(new byte[] {0, 1, 2, 'b', 10, 90}), false, false))
                .containsExactly("b 10+90");

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> parse(block(new byte[] {0, 1, 3, 'b', 10, 90}), false, false))
                .withMessageContaining("an index value of 3 bytes, but its content has 2");
    }

    @Test
    void keyThatSharesMoreThanThereIs_isRefused() {
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> parse(block(new byte[] {1, 1, 'b', 10, 90}), true, false))
                .withMessageContaining("shares 1 bytes of a key of 0");
    }

    @Test
    void blocksOutOfOrder_areRefused() {
        TableIndex index = new TableIndex(true);

        assertThatExceptionOfType(MalformedBlockException.class).isThrownBy(() -> {
            index.add(new byte[] {'a'}, 1, new BlockHandle(100, 10));
            index.add(new byte[] {'b'}, 1, new BlockHandle(114, 10));
        });
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> index.add(new byte[] {'b'}, 1, new BlockHandle(200, -1)));
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> index.add(new byte[] {'b'}, 1, new BlockHandle(200, Long.MAX_VALUE)));
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> index.add(new byte[] {'b'}, 1, new BlockHandle(-1, 10)));
        assertThat(index.blocks()).isEqualTo(1);
    }

    private static byte[] key(String userKey, long sequence) {
        return InternalKey.of(Slice.of(userKey), InternalKey.trailer(sequence, EntryType.PUT));
    }

    private static void cut(IndexBuilder builder, byte[] last, String next, long offset) {
        Slice key = Slice.of(next);
        builder.addKey(last, last.length, key.array(), key.offset(), key.length());
        builder.addHandle(offset, 95);
    }

    private static void end(IndexBuilder builder, byte[] last, long offset) {
        builder.addLastKey(last, last.length);
        builder.addHandle(offset, 95);
    }

    private static List<String> entries(IndexBuilder builder) throws MalformedBlockException {
        GrowingBytes block = builder.finish();
        List<String> entries = new ArrayList<>();
        new IndexParser(true, false)
                .parse(
                        new Slice(block.array(), 0, block.length()),
                        (key, length, handle) -> entries.add(text(key, length, builder.hasUserKeys()) + place(handle)));
        return entries;
    }

    private static TableIndex index(IndexBuilder builder) throws MalformedBlockException {
        GrowingBytes block = builder.finish();
        TableIndex index = new TableIndex(builder.hasUserKeys());
        new IndexParser(true, false).parse(new Slice(block.array(), 0, block.length()), index::add);
        return index;
    }

    private static int find(TableIndex index, String userKey, long sequence) {
        byte[] target = key(userKey, sequence);
        return index.find(target, 0, target.length);
    }

    private static List<String> parse(byte[] block, boolean shortValues, boolean firstKeys)
            throws MalformedBlockException {
        List<String> entries = new ArrayList<>();
        new IndexParser(shortValues, firstKeys)
                .parse(Slice.of(block), (key, length, handle) -> entries.add(text(key, length, true) + place(handle)));
        return entries;
    }

    private static String text(byte[] key, int length, boolean userKey) {
        if (userKey) {
            return new String(key, 0, length, StandardCharsets.US_ASCII);
        }
        long sequence = InternalKey.sequence(InternalKey.trailerBefore(key, length));
        return text(key, length - InternalKey.TRAILER, true) + "@" + sequence;
    }

    private static String place(BlockHandle handle) {
        return " " + handle.offset() + "+" + handle.size();
    }

    /** Returns a block with one restart point. */
    private static byte[] block(byte[]... entries) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (byte[] entry : entries) {
            block.writeBytes(entry);
        }
        block.writeBytes(new byte[] {0, 0, 0, 0, 1, 0, 0, 0});
        return block.toByteArray();
    }
}

package io.narrows.node.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoltReaderTest {
    private static final int PAGE = PageLayout.PAGE_SIZE;
    private static final String NO_META = "not a bbolt database, or both meta pages are damaged; the first one has ";
    private static final int FIRST_ELEMENT = PageLayout.HEADER;

    @TempDir
    Path folder;

    private ForgedDatabase forged;

    @BeforeEach
    void write() throws IOException {
        forged = ForgedDatabase.in(folder);
    }

    @Test
    void unchanged_isRead() {
        assertThatCode(forged::read).doesNotThrowAnyException();
    }

    @Test
    void metaOfTheHigherTransaction_isUsed() throws IOException {
        Meta meta = forged.meta();
        Meta withoutRoot = new Meta(PAGE, 0, 2, meta.pages(), 7);
        forged.bytes().put(PAGE, withoutRoot.encode().array(), 0, Meta.LENGTH);

        assertRefused(PAGE + Meta.ROOT_AT, "page 0 (expected: 2-" + (meta.pages() - 1) + ")");
    }

    /** Clients choose the values, so the second meta is only looked for where the first one says. */
    @Test
    void metaInAValue_isNotTaken() throws IOException {
        int valueAt = 3 * PAGE + PageLayout.HEADER + PageLayout.ELEMENT + "k".length();
        ByteBuffer value = ByteBuffer.allocate(20 * PAGE);
        for (int pageSize = 4 * PAGE; pageSize <= Meta.MAX_PAGE_SIZE; pageSize *= 2) {
            value.put(
                    pageSize - valueAt, new Meta(pageSize, 3, 2, 4, 99).encode().array(), 0, Meta.LENGTH);
        }
        var bucket = Buckets.empty();
        bucket.put(ByteString.copyFromUtf8("k"), ByteString.copyFrom(value.array()));
        Path file = folder.resolve("other");

        Buckets.write(file, Map.of("b", bucket));

        assertThat(Buckets.read(file)).isEqualTo(Map.of("b", bucket));
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 10, 1 << 13, 1 << 16})
    void pagesOfAnotherSize_areRead(int pageSize) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(3 * pageSize).order(ByteOrder.LITTLE_ENDIAN);
        Meta meta = new Meta(pageSize, 2, -1, 3, 5);
        bytes.put(0, meta.encode().array()).put(pageSize, meta.encode().array());
        bytes.putLong(2 * pageSize, 2).putShort(2 * pageSize + PageLayout.FLAGS, (short) PageLayout.LEAF);
        Path file = folder.resolve("other");

        Files.write(file, bytes.array());
        assertThat(Buckets.read(file)).isEmpty();

        Files.write(file, bytes.put(20, (byte) 9).array());
        assertThat(Buckets.read(file)).as("by the second meta").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 512, 4097, 1 << 17, -4096})
    void pageSizeOfNoMachine_isRefused(int pageSize) {
        byte[] meta = forged.meta().encode().array();
        ByteBuffer.wrap(meta).order(ByteOrder.LITTLE_ENDIAN).putInt(24, pageSize);
        ByteBuffer checked = ByteBuffer.wrap(meta).order(ByteOrder.LITTLE_ENDIAN);
        checked.putLong(72, Fnv1a.hash(checked, 16, 72));
        forged.bytes().put(0, meta, 0, Meta.LENGTH).put(PAGE, meta, 0, Meta.LENGTH);

        assertRefused(
                0,
                NO_META + "page size " + Integer.toUnsignedString(pageSize)
                        + " (expected: a power of 2 from 1024 to 65536)");
    }

    @Test
    void larger_thanTheFile_isRefused() {
        Meta meta = forged.meta();
        forged.replaceMetas(new Meta(PAGE, meta.root(), 2, meta.pages() + 1, 0));

        assertRefused(0, "database of " + (meta.pages() + 1) + " pages of 4096 bytes (expected: 0-" + meta.pages());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1_000_000, -1, Long.MIN_VALUE})
    void childOutsideTheFile_isRefused(long page) {
        forged.bytes().putLong(forged.child(1), page);

        assertRefused(forged.child(1), "page " + Long.toUnsignedString(page) + " (expected: 2-");
    }

    @Test
    void childIsItsParent_isRefused() {
        long parent = forged.branch() / PAGE;
        forged.bytes().putLong(forged.child(1), parent);

        assertRefused(forged.child(1), "page " + parent + " occurs twice in the tree");
    }

    @Test
    void childOfTwo_isRefused() {
        forged.bytes().putLong(forged.child(1), forged.leaf() / PAGE);

        assertRefused(forged.child(1), "page " + forged.leaf() / PAGE + " occurs twice in the tree");
    }

    @Test
    void pageOfAnotherId_isRefused() {
        forged.bytes().putLong(forged.leaf(), 99);

        assertRefused(forged.leaf(), "a page whose header has page number 99 (expected: " + forged.leaf() / PAGE + ")");
    }

    @Test
    void pageThatIsNoPartOfATree_isRefused() {
        forged.bytes().putShort(forged.leaf() + PageLayout.FLAGS, (short) PageLayout.FREELIST);

        assertRefused(forged.leaf() + PageLayout.FLAGS, "page of type 0x10 (expected: 0x1, a branch, or 0x2, a leaf)");
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, Integer.MAX_VALUE, -1})
    void overflowBehindTheEnd_isRefused(int overflow) {
        forged.bytes().putInt(forged.leaf() + PageLayout.OVERFLOW, overflow);

        assertRefused(
                forged.leaf() + PageLayout.OVERFLOW,
                "page that overflows into " + Integer.toUnsignedString(overflow) + " further pages (expected: 0-");
    }

    @Test
    void moreElementsThanThePageHasRoomFor_areRefused() {
        forged.bytes().putShort(forged.leaf() + PageLayout.COUNT, (short) 256);

        assertRefused(forged.leaf() + PageLayout.COUNT, "256 elements in a page (expected: 0-255)");
    }

    @Test
    void branchWithoutChildren_isRefused() {
        forged.bytes().putShort(forged.branch() + PageLayout.COUNT, (short) 0);

        assertRefused(forged.branch() + PageLayout.COUNT, "a branch without children");
    }

    @Test
    void valueBehindThePage_isRefused() {
        forged.bytes().putInt(forged.leaf() + FIRST_ELEMENT + PageLayout.LEAF_VALUE_SIZE, -1);

        assertRefused(forged.leaf() + FIRST_ELEMENT, "element 0 from ");
    }

    @Test
    void valuesThatOverlap_areRefused() {
        int first = forged.leaf() + FIRST_ELEMENT + PageLayout.LEAF_VALUE_SIZE;
        forged.bytes().putInt(first, forged.bytes().getInt(first) + 1);

        assertRefused(forged.leaf() + FIRST_ELEMENT + PageLayout.ELEMENT, "element 1 from ");
    }

    @Test
    void emptyKey_isRefused() {
        forged.bytes().putInt(forged.leaf() + FIRST_ELEMENT + PageLayout.LEAF_KEY_SIZE, 0);

        assertRefused(forged.leaf() + FIRST_ELEMENT + PageLayout.LEAF_KEY_SIZE, "key of 0 bytes (expected: 1-32768)");
    }

    @Test
    void keysOutOfOrder_areRefused() {
        int position = forged.bytes().getInt(forged.leaf() + FIRST_ELEMENT + PageLayout.LEAF_POSITION);
        forged.bytes().put(forged.leaf() + FIRST_ELEMENT + position, (byte) '9');

        assertRefused(
                forged.leaf() + FIRST_ELEMENT + PageLayout.ELEMENT,
                "key 0x3030303030303031 (expected: a key after 0x3930303030303030)");
    }

    @Test
    void bucketShorterThanItsHeader_isRefused() {
        forged.bytes().putInt(forged.buckets() + FIRST_ELEMENT + PageLayout.LEAF_VALUE_SIZE, 15);

        assertRefused(forged.buckets() + FIRST_ELEMENT, "bucket of 15 bytes (expected: at least 16)");
    }

    @Test
    void bucketWithoutAPage_isRefused() {
        forged.bytes().putLong(forged.bucket(), 0);

        assertRefused(
                forged.buckets() + FIRST_ELEMENT, "bucket of 16 bytes (expected: at least 32, because it has no page)");
    }

    @Test
    void valueInPlaceOfABucket_isRefused() {
        forged.bytes().putInt(forged.buckets() + FIRST_ELEMENT + PageLayout.LEAF_FLAGS, 0);

        assertRefused(forged.buckets() + FIRST_ELEMENT, "a value (expected: a bucket)");
    }

    @Test
    void fileOfZeros_isRefused() {
        Arrays.fill(forged.bytes().array(), (byte) 0);

        assertRefused(0, NO_META + "magic number 0x00000000 (expected: 0xed0cdaed)");
    }

    @Test
    void emptyFile_isRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("empty"));

        assertThatThrownBy(() -> Buckets.read(file)).isInstanceOf(CorruptBoltException.class);
    }

    private void assertRefused(long offset, String problem) {
        assertThatThrownBy(forged::read)
                .isInstanceOf(CorruptBoltException.class)
                .hasMessageStartingWith(folder.resolve("db") + ": offset " + offset + ": " + problem);
    }
}

package io.narrows.node.bolt;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A database of one bucket, whose root is a branch over leaves, with modifiable bytes. */
final class ForgedDatabase {
    private static final int KEYS = 2_000;
    private static final int PAGE = PageLayout.PAGE_SIZE;

    private final Path file;
    private final ByteBuffer bytes;

    private ForgedDatabase(Path file, ByteBuffer bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    static ForgedDatabase in(Path folder) throws IOException {
        Path file = folder.resolve("db");
        var bucket = Buckets.empty();
        for (int i = 0; i < KEYS; i++) {
            bucket.put(ByteString.copyFromUtf8("%08d".formatted(i)), ByteString.copyFromUtf8("value " + i));
        }
        Buckets.write(file, Map.of("b", bucket));
        return new ForgedDatabase(
                file, ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN));
    }

    ByteBuffer bytes() {
        return bytes;
    }

    Meta meta() {
        return Meta.decode(bytes);
    }

    /** Replaces both metas. */
    void replaceMetas(Meta meta) {
        bytes.put(0, meta.encode().array(), 0, Meta.LENGTH);
        bytes.put(PAGE, meta.encode().array(), 0, Meta.LENGTH);
    }

    /** Returns the offset of the leaf with the bucket of buckets. */
    int buckets() {
        return (int) meta().root() * PAGE;
    }

    /** Returns the offset of the root's id of the bucket. */
    int bucket() {
        return buckets() + PageLayout.HEADER + PageLayout.ELEMENT + "b".length();
    }

    /** Returns the offset of the bucket's root, a branch. */
    int branch() {
        return (int) bytes.getLong(bucket()) * PAGE;
    }

    /** Returns the offset of the bucket's first leaf. */
    int leaf() {
        return (int) bytes.getLong(child(0)) * PAGE;
    }

    /** Returns the offset of a child's page id in the branch. */
    int child(int i) {
        return branch() + PageLayout.HEADER + i * PageLayout.ELEMENT + PageLayout.BRANCH_CHILD;
    }

    void read() throws IOException {
        Files.write(file, bytes.array());
        Buckets.read(file);
    }
}

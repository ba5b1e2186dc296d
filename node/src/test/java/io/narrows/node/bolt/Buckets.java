package io.narrows.node.bolt;

import com.google.protobuf.ByteString;
import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Converts maps to bbolt files and back. */
final class Buckets {
    private Buckets() {}

    static TreeMap<ByteString, ByteString> empty() {
        return new TreeMap<>(ByteString.unsignedLexicographicalComparator());
    }

    /** Returns a bucket of entries with keys and values of any length up to a limit. */
    static TreeMap<ByteString, ByteString> random(Random random, int count, int maxKey, int maxValue) {
        TreeMap<ByteString, ByteString> bucket = empty();
        while (bucket.size() < count) {
            bucket.put(bytes(random, 4 + random.nextInt(maxKey - 3)), bytes(random, random.nextInt(maxValue + 1)));
        }
        return bucket;
    }

    static ByteString bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return ByteString.copyFrom(bytes);
    }

    static void write(Path file, Map<String, TreeMap<ByteString, ByteString>> buckets) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            BoltWriter writer = BoltWriter.begin(channel);
            for (Map.Entry<String, TreeMap<ByteString, ByteString>> bucket : new TreeMap<>(buckets).entrySet()) {
                writer.bucket(bucket.getKey());
                for (Map.Entry<ByteString, ByteString> entry : bucket.getValue().entrySet()) {
                    writer.put(entry.getKey().toByteArray(), entry.getValue().toByteArray());
                }
            }
            writer.finish();
        }
    }

    static Map<String, TreeMap<ByteString, ByteString>> read(Path file) throws IOException {
        Map<String, TreeMap<ByteString, ByteString>> buckets = new TreeMap<>();
        try (InterruptSafeFile opened = InterruptSafeFile.open(file)) {
            BoltCursor names = BoltReader.open(opened, opened.size()).buckets();
            while (names.next()) {
                buckets.put(ByteString.copyFrom(names.key()).toStringUtf8(), read(names.bucket()));
            }
        }
        return buckets;
    }

    private static TreeMap<ByteString, ByteString> read(BoltCursor cursor) throws IOException {
        TreeMap<ByteString, ByteString> bucket = empty();
        while (cursor.next()) {
            bucket.put(ByteString.copyFrom(cursor.key()), ByteString.copyFrom(cursor.value()));
        }
        return bucket;
    }
}

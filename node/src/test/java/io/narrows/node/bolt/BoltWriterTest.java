package io.narrows.node.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoltWriterTest {
    private static final int PAGE = PageLayout.PAGE_SIZE;

    @TempDir
    Path folder;

    private final long seed = Seed.of(BoltWriterTest.class);
    private final Random random = new Random(seed);

    @Test
    void noBucket() throws IOException {
        Buckets.write(file(), Map.of());

        assertThat(Buckets.read(file())).isEmpty();
    }

    @Test
    void bucketsOfAnySize_comeBack() throws IOException {
        Map<String, TreeMap<ByteString, ByteString>> buckets = new TreeMap<>();
        for (int count : new int[] {0, 1, 2, 3, 10, 100, 1_000, 20_000}) {
            buckets.put("of " + count, Buckets.random(random, count, 40, 200));
        }

        Buckets.write(file(), buckets);

        assertThat(Buckets.read(file())).isEqualTo(buckets);
    }

    @ParameterizedTest
    @CsvSource({"2000, 10, 0", "500, 2000, 10", "60, 32768, 100", "200, 20, 20000", "5, 20, 3000000", "300, 5000, 5000"
    })
    void keysAndValuesOfAnyLength_comeBack(int count, int maxKey, int maxValue) throws IOException {
        Map<String, TreeMap<ByteString, ByteString>> buckets = Map.of(
                "a",
                Buckets.random(random, count, maxKey, maxValue),
                "b",
                Buckets.random(random, count, maxKey, maxValue));

        Buckets.write(file(), buckets);

        assertThat(Buckets.read(file())).isEqualTo(buckets);
    }

    @Test
    void valueThatEndsNearAPagesEnd_comesBack() throws IOException {
        int key = 4;
        for (int length = PAGE - PageLayout.HEADER - PageLayout.ELEMENT - key - 2; length <= PAGE; length++) {
            TreeMap<ByteString, ByteString> bucket = Buckets.empty();
            for (int i = 0; i < 3; i++) {
                bucket.put(Buckets.bytes(random, key), Buckets.bytes(random, length));
            }

            Buckets.write(file(), Map.of("b", bucket));

            assertThat(Buckets.read(file())).as("values of %d bytes", length).isEqualTo(Map.of("b", bucket));
            Files.delete(file());
        }
    }

    @Test
    void smallBucket_hasNoSeparatePage() throws IOException {
        Buckets.write(file(), Map.of("a", Buckets.random(random, 5, 20, 100), "b", Buckets.empty()));

        assertThat(file()).hasSize(4 * PAGE);
    }

    @Test
    void key_notBehindTheOneBefore_isRefused() throws IOException {
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            BoltWriter writer = BoltWriter.begin(channel);
            writer.bucket("b");
            writer.put(new byte[] {(byte) 0x80}, new byte[0]);

            assertThatThrownBy(() -> writer.put(new byte[] {0x7f}, new byte[0]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("key 0x7f (expected: a key after 0x80, the previous key)");
        }
    }

    @Test
    void key_emptyOrTooLong_isRefused() throws IOException {
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            BoltWriter writer = BoltWriter.begin(channel);
            writer.bucket("b");

            assertThatThrownBy(() -> writer.put(new byte[0], new byte[0]))
                    .hasMessage("key of 0 bytes (expected: 1-32768)");
            assertThatThrownBy(() -> writer.put(new byte[32_769], new byte[0]))
                    .hasMessage("key of 32769 bytes (expected: 1-32768)");
        }
    }

    @Test
    void unfinishedFile_isNotADatabase() throws IOException {
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            BoltWriter writer = BoltWriter.begin(channel);
            writer.bucket("b");
            for (int i = 0; i < 100_000; i++) {
                writer.put("%08d".formatted(i).getBytes(StandardCharsets.US_ASCII), new byte[100]);
            }
        }
        assertThat(Files.size(file())).isGreaterThan(1 << 20);

        assertThatThrownBy(() -> Buckets.read(file()))
                .isInstanceOf(CorruptBoltException.class)
                .hasMessageContaining("not a bbolt database, or both meta pages are damaged");
    }

    private Path file() {
        return folder.resolve("db");
    }
}

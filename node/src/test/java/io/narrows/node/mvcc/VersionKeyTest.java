package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.storage.Slice;
import io.narrows.testkit.Seed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VersionKeyTest {
    private final long seed = Seed.of(VersionKeyTest.class);
    private final Random random = new Random(seed);
    private final List<ByteString> keys = new ArrayList<>();

    @BeforeEach
    void makeKeys() {
        for (int count = 0; count < 500; count++) {
            keys.add(key());
        }
    }

    @Test
    void comesInTheOrderOfKeysAndThenFromTheYoungestOn() {
        List<Slice> sorted = new ArrayList<>();
        keys.stream().distinct().sorted(Bytes.ORDER).forEach(key -> {
            for (long revision : new long[] {Long.MAX_VALUE, 1L << 40, 256, 255, 2}) {
                sorted.add(Slice.of(VersionKey.of(key, revision)));
            }
        });

        assertThat(sorted).isSortedAccordingTo(Comparator.naturalOrder()).doesNotHaveDuplicates();
    }

    @Test
    void isReadAsItWasWritten() {
        for (ByteString key : keys) {
            long revision = random.nextLong(Long.MAX_VALUE);
            Slice written = Slice.of(VersionKey.of(key, revision));

            assertThat(VersionKey.key(written)).isEqualTo(key);
            assertThat(VersionKey.revision(written)).isEqualTo(revision);
        }
    }

    @Test
    void liesBetweenTheBoundsOfItsKeyAndOfNoOther() {
        for (ByteString key : keys) {
            Slice before = Slice.of(VersionKey.before(key));
            Slice behind = Slice.of(VersionKey.behind(key));

            for (ByteString other : keys) {
                Slice version = Slice.of(VersionKey.of(other, 7));
                assertThat(before.compareTo(version) <= 0 && version.compareTo(behind) < 0)
                        .isEqualTo(key.equals(other));
                assertThat(version.compareTo(before) < 0).isEqualTo(Bytes.ORDER.compare(other, key) < 0);
            }
        }
    }

    /** Returns a key of few distinct bytes, including the lowest and the highest, so that keys share prefixes. */
    private ByteString key() {
        byte[] alphabet = {0, 1, 2, 'a', (byte) 0xfe, (byte) 0xff};
        byte[] key = new byte[1 + random.nextInt(5)];
        for (int at = 0; at < key.length; at++) {
            key[at] = alphabet[random.nextInt(alphabet.length)];
        }
        return ByteString.copyFrom(key);
    }
}

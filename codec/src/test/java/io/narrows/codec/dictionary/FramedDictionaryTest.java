package io.narrows.codec.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests dictionaries that have frames besides the part that all codecs use. */
class FramedDictionaryTest {
    private static final byte[] SHARED = DictionaryTest.trained(1024);
    private static final int FRAMES_AT = 8 + SHARED.length;

    private static Dictionary with(byte[]... frames) throws InvalidDictionaryException {
        return Dictionary.of(Dictionary.of(SHARED), List.of(frames));
    }

    private static byte[] bytes(Dictionary dictionary) {
        byte[] bytes = new byte[dictionary.length()];
        dictionary.bytes().get(bytes);
        return bytes;
    }

    @Test
    void of_sharedPartAndFrames_hasBoth() throws Exception {
        byte[] longest = new byte[20_000];
        longest[19_999] = 7;
        Dictionary shared = Dictionary.of(SHARED);

        Dictionary dictionary = with(new byte[] {1}, new byte[127], new byte[128], longest);

        assertThat(shared.hasFrames()).isFalse();
        assertThat(shared.frameCount()).isZero();
        assertThat(shared.frameBytes()).isZero();
        assertThat(dictionary.frameCount()).isEqualTo(4);
        assertThat(dictionary.frameBytes()).isEqualTo(dictionary.length() - 8 - SHARED.length);
        assertThat(shared.frames()).isEmpty();
        assertThat(dictionary.hasFrames()).isTrue();
        assertThat(dictionary.frames())
                .containsExactly(
                        ByteBuffer.wrap(new byte[] {1}),
                        ByteBuffer.allocate(127),
                        ByteBuffer.allocate(128),
                        ByteBuffer.wrap(longest));
        assertThat(dictionary.shared()).isEqualTo(ByteBuffer.wrap(SHARED));
        assertThat(dictionary.content()).isEqualTo(shared.content());
        assertThat(dictionary.headerLength()).isEqualTo(shared.headerLength());
        assertThat(dictionary.name()).isNotEqualTo(shared.name());
        assertThat(dictionary.length())
                .isEqualTo(Dictionary.FRAMED_BYTES
                        + SHARED.length
                        + Dictionary.frameBytes(1)
                        + Dictionary.frameBytes(127)
                        + Dictionary.frameBytes(128)
                        + Dictionary.frameBytes(20_000));
        assertThat(Dictionary.of(bytes(dictionary)).name()).isEqualTo(dictionary.name());
    }

    @Test
    void bytes_layout_isAsDocumented() throws Exception {
        ByteBuffer bytes = with(new byte[] {5, 6}, new byte[300]).bytes();

        assertThat(bytes.getInt(0)).isEqualTo(0x6e446672);
        assertThat(bytes.getInt(4)).isEqualTo(SHARED.length);
        assertThat(bytes.slice(8, SHARED.length)).isEqualTo(ByteBuffer.wrap(SHARED));
        assertThat(bytes.slice(FRAMES_AT, 5)).isEqualTo(ByteBuffer.wrap(new byte[] {2, 5, 6, (byte) 0xac, 2}));
        assertThat(bytes.limit()).isEqualTo(FRAMES_AT + 3 + 2 + 300);
    }

    @Test
    void of_damaged_saysWhere() throws Exception {
        byte[] whole = bytes(with(new byte[] {5, 6}, new byte[300]));
        byte[] longShared = whole.clone();
        ByteBuffer.wrap(longShared).putInt(4, whole.length - 9);
        byte[] shortShared = whole.clone();
        ByteBuffer.wrap(shortShared).putInt(4, 255);
        byte[] empty = whole.clone();
        empty[FRAMES_AT] = 0;
        byte[] endless = whole.clone();
        Arrays.fill(endless, FRAMES_AT, FRAMES_AT + 3, (byte) 0x80);
        byte[] header = whole.clone();
        header[8 + Dictionary.of(SHARED).headerLength() - 12] = 0;

        int most = whole.length - 10;
        assertRefused(longShared, 4, "shared part of " + (most + 1) + " bytes (expected: 256 to " + most + ")");
        assertRefused(shortShared, 4, "shared part of 255 bytes (expected: 256 to " + most + ")");
        assertRefused(empty, FRAMES_AT, "frame of 0 bytes (expected: 1 to 304)");
        assertRefused(endless, FRAMES_AT, "length of a frame without its last byte");
        assertRefused(Arrays.copyOf(whole, whole.length - 1), FRAMES_AT + 3, "frame of 300 bytes (expected: 1 to 299)");
        assertRefused(
                header,
                8 + Dictionary.of(SHARED).headerLength() - 12,
                "shared part: zstd dictionary has the recent offset 0 (expected: 1 to "
                        + Dictionary.of(SHARED).content().remaining() + ")");
    }

    @Test
    void of_noFrames_isRefused() {
        assertThatExceptionOfType(InvalidDictionaryException.class)
                .isThrownBy(FramedDictionaryTest::with)
                .withMessageStartingWith("shared part of " + SHARED.length + " bytes");
    }

    @Test
    void of_moreThan4096Frames_isRefused() throws Exception {
        List<byte[]> most = Collections.nCopies(4096, new byte[1]);
        List<byte[]> tooMany = Collections.nCopies(4097, new byte[1]);

        assertThat(Dictionary.of(Dictionary.of(SHARED), most).frameCount()).isEqualTo(4096);
        assertThatExceptionOfType(InvalidDictionaryException.class)
                .isThrownBy(() -> Dictionary.of(Dictionary.of(SHARED), tooMany))
                .withMessage("more than 4096 frames");
    }

    @Test
    void of_sharedPartWithFrames_isRefused() throws Exception {
        Dictionary framed = with(new byte[] {1});

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dictionary.of(framed, List.of(new byte[] {2})))
                .withMessageEndingWith("already has frames");
    }

    private static void assertRefused(byte[] bytes, int offset, String problem) {
        assertThatExceptionOfType(InvalidDictionaryException.class)
                .isThrownBy(() -> Dictionary.of(bytes))
                .withMessage(problem)
                .satisfies(e -> assertThat(e.offset()).isEqualTo(offset));
    }

    @Test
    void of_damagedAnywhere_isRefusedOrReadWithinBounds() throws Exception {
        byte[] whole = bytes(with(new byte[] {5, 6}, new byte[300], new byte[40]));
        ByteMutator mutator = new ByteMutator(new Random(Seed.of(getClass())), FRAMES_AT + 10);
        int read = 0;
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = mutator.damaged(whole);
            try {
                Dictionary dictionary = Dictionary.of(damaged);
                int frames = dictionary.frames().stream()
                        .mapToInt(frame -> Dictionary.frameBytes(frame.remaining()))
                        .sum();
                assertThat(frames).isLessThanOrEqualTo(damaged.length);
                read++;
            } catch (InvalidDictionaryException e) {
                assertThat(e.offset()).isBetween(0, damaged.length);
                refused++;
            }
        }
        assertThat(read).isGreaterThan(100);
        assertThat(refused).isGreaterThan(100);
    }
}

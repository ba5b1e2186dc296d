package io.narrows.storage.sst.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.testkit.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Properties of every encoding. */
class KeyEncodingTest {
    private static final byte[] NO_VALUE = {};

    @ParameterizedTest
    @EnumSource
    void ofId_anEncodingsId_isTheEncoding(KeyEncoding encoding) {
        assertThat(KeyEncoding.ofId(encoding.id())).isEqualTo(encoding);
    }

    @Test
    void ofId_unknown_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoding.ofId(3))
                .withMessage("unknown key encoding: 3");
    }

    /** All pairs of user keys of up to five bytes of two kinds, with all common parts that trailers can have. */
    @ParameterizedTest
    @EnumSource
    void decode_eachSmallKeyBehindEachOther_isTheKey(KeyEncoding encoding) throws MalformedBlockException {
        List<byte[]> userKeys = smallKeys(5);
        for (byte[] previous : userKeys) {
            for (byte[] key : userKeys) {
                for (long sequence : new long[] {6, 7, 8, 0x700}) {
                    List<byte[]> keys = List.of(Entries.key(previous, 7), Entries.key(key, sequence));
                    List<byte[]> values = List.of(NO_VALUE, previous);

                    Entries entries = Entries.encode(encoding.encoder(), 16, keys, values);

                    entries.assertRead(encoding.decoder(), keys, values);
                }
            }
        }
    }

    private static List<byte[]> smallKeys(int maxLength) {
        List<byte[]> keys = new ArrayList<>();
        for (int length = 0; length <= maxLength; length++) {
            for (int bits = 0; bits < 1 << length; bits++) {
                byte[] key = new byte[length];
                for (int i = 0; i < length; i++) {
                    key[i] = (byte) (bits >> i & 1);
                }
                keys.add(key);
            }
        }
        return keys;
    }

    @ParameterizedTest
    @EnumSource
    void decode_randomKeys_areTheKeys(KeyEncoding encoding) throws MalformedBlockException {
        long seed = seed("random keys, " + encoding);
        Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            List<byte[]> keys = randomKeys(random, 1 + random.nextInt(60));
            List<byte[]> values = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                byte[] value = new byte[random.nextInt(random.nextInt(8) == 0 ? 5_000 : 40)];
                random.nextBytes(value);
                values.add(value);
            }

            Entries entries = Entries.encode(encoding.encoder(), 1 + random.nextInt(20), keys, values);

            entries.assertRead(encoding.decoder(), keys, values);
        }
    }

    /** Returns keys that each differ from the previous one by some changed, removed or inserted bytes. */
    private static List<byte[]> randomKeys(Random random, int count) {
        List<byte[]> keys = new ArrayList<>();
        byte[] userKey = randomBytes(random, random.nextInt(40));
        long sequence = 1000;
        for (int i = 0; i < count; i++) {
            for (int edits = random.nextInt(4); edits > 0; edits--) {
                userKey = edited(random, userKey);
            }
            sequence = random.nextInt(4) == 0 ? random.nextInt(1 << 20) : sequence + random.nextInt(2);
            keys.add(Entries.key(userKey, sequence));
        }
        return keys;
    }

    private static byte[] edited(Random random, byte[] key) {
        int from = random.nextInt(key.length + 1);
        int to = Math.min(key.length, from + random.nextInt(random.nextInt(10) == 0 ? 200 : 6));
        byte[] with = randomBytes(
                random, random.nextInt(3) == 0 ? to - from : random.nextInt(random.nextInt(10) == 0 ? 200 : 6));
        byte[] edited = Arrays.copyOf(key, from + with.length + key.length - to);
        System.arraycopy(with, 0, edited, from, with.length);
        System.arraycopy(key, to, edited, from + with.length, key.length - to);
        return edited;
    }

    private static byte[] randomBytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /**
     * Reads damaged entries with different bytes after the limit: the result must be the same each time, an entry or a
     * rejection, so no byte after the limit was used.
     */
    @ParameterizedTest
    @EnumSource
    void decode_damagedEntries_looksAtNothingBeyondTheLimit(KeyEncoding encoding) {
        long seed = seed("damaged entries, " + encoding);
        Random random = new Random(seed);
        int refused = 0;
        int runs = 20_000;
        for (int run = 0; run < runs; run++) {
            byte[] damaged = damagedEntries(random, encoding);

            String read = read(encoding.decoder(), damaged, 0);

            assertThat(read(encoding.decoder(), damaged, 16))
                    .as("seed %d, run %d", seed, run)
                    .isEqualTo(read);
            refused += read.endsWith(REFUSED) ? 1 : 0;
        }
        assertThat(refused).as("seed %d", seed).isBetween(runs / 4, runs - 1);
    }

    private static final String REFUSED = "refused";

    private static byte[] damagedEntries(Random random, KeyEncoding encoding) {
        List<byte[]> keys = randomKeys(random, 1 + random.nextInt(5));
        List<byte[]> values = Collections.nCopies(keys.size(), randomBytes(random, random.nextInt(10)));
        byte[] bytes = Entries.encode(encoding.encoder(), 16, keys, values).bytes();
        for (int flips = random.nextInt(3); flips >= 0; flips--) {
            // half of them in the first bytes, which are lengths
            int at = random.nextInt(random.nextBoolean() ? Math.min(bytes.length, 6) : bytes.length);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
        return random.nextInt(3) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    /** Returns everything that a decoder finds, with {@code more} bytes of 0xff after the limit. */
    private static String read(EntryDecoder decoder, byte[] entries, int more) {
        byte[] block = Arrays.copyOf(entries, entries.length + more);
        Arrays.fill(block, entries.length, block.length, (byte) -1);
        EntryState state = new EntryState();
        StringBuilder read = new StringBuilder();
        try {
            while (state.next < entries.length) {
                decoder.decode(state, block, state.next, entries.length);
                read.append(Arrays.toString(Arrays.copyOf(state.key, state.keyLength)))
                        .append(state.valueOffset)
                        .append('+')
                        .append(state.valueLength);
            }
            return read.toString();
        } catch (MalformedBlockException e) {
            return read.append(REFUSED).toString();
        }
    }

    /** Tries every value of every byte of some entries: only the one exception may occur. */
    @ParameterizedTest
    @EnumSource
    void restartKey_anyByteIsAnything_isRefusedOrWithinTheLimit(KeyEncoding encoding) {
        byte[] entry = Entries.encode(encoding.encoder(), 1, List.of(new byte[20]), List.of(new byte[3]))
                .bytes();
        for (int at = 0; at < entry.length; at++) {
            for (int value = 0; value < 0x100; value++) {
                byte[] damaged = entry.clone();
                damaged[at] = (byte) value;

                try {
                    long key = encoding.decoder().restartKey(damaged, 0, damaged.length);
                    assertThat(Coding.value(key)).isBetween(0, damaged.length - Coding.index(key));
                } catch (MalformedBlockException e) {
                    assertThat(e.offset()).isBetween(0, damaged.length);
                }
            }
        }
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> encoding.decoder().restartKey(entry, 0, entry.length - 1));
    }

    private static long seed(String what) {
        return Seed.of("KeyEncodingTest, " + what);
    }
}

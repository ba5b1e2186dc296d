package io.narrows.storage.sst.block;

import static io.narrows.storage.sst.block.Entries.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreeSharedPartsTest {
    private static final byte[] NO_VALUE = {};
    private static final String TRAILER = "0114000000000004";
    private static final String NEXT_TRAILER = "0115000000000004";
    private static final String OTHER_TRAILER = "0000000000000000";

    private final EntryEncoder encoder = KeyEncoding.THREE_SHARED_PARTS.encoder();
    private final EntryDecoder decoder = KeyEncoding.THREE_SHARED_PARTS.decoder();

    /** The keys of a row in the example of YugabyteDB's description of its encodings. */
    @Test
    void encode_theKeysOfARow_leavesAllOutButColumnAndTime() throws MalformedBlockException {
        List<byte[]> keys = List.of(
                hex("471210488000000121488000000121 4A80 23800185F0027D73BA804A   0114000000000004"),
                hex("471210488000000121488000000121 4B8C 23800185F0027D73BA803FAB 0115000000000004"),
                hex("471210488000000121488000000121 4B8D 23800185F0027D73BA803F8B 0116000000000004"));
        List<byte[]> values = List.of(NO_VALUE, hex("12"), hex("24"));

        Entries entries = Entries.encode(encoder, 16, keys, values);

        assertThat(entries.bytes())
                .isEqualTo(hex("00 48 471210488000000121488000000121 4A80 23800185F0027D73BA804A 0114000000000004"
                        + "06 95 0F 4B8C 3FAB 12"
                        + "07 10 8D 8B 24"));
        entries.assertRead(decoder, keys, values);
    }

    /** The forms of a header, by the differences of two user keys; the header has the lengths in its second byte. */
    @ParameterizedTest
    @CsvSource({
        // frequent: one byte, and one byte
        "aa 01 bbbb 01, aa 02 bbbb 02, 03 01 0202",
        // compact: of any short lengths, the second at most one byte longer
        "aa 01 bbbb, aa 02 bbbb, 02 09 01 02",
        "aa bbbb 01, aa bbbb 02, 02 09 03 02",
        "aa bbbb 01010101, aa bbbb 02020202, 02 21 03 02020202",
        "aa 0101 bbbbbb 01, aa 0202 bbbbbb 0202, 02 95 01 0202 0202",
        "aa 01010101010101 bbbbbbbb 010101, aa 02020202020202 bbbbbbbb 020202, 02 f9 01 02020202020202 020202",
        // general: the first part is too long for compact, or differs in length, or the second is too long or shorter
        "aa 0101010101010101, aa 0202020202020202, 02 07 08 01 0202020202020202",
        "aa 01 bbbb, aa 0202 bbbb, 02 0f 02 81 01 0202",
        "aa 0101 bbbb, aa 02 bbbb, 02 0f 01 7e 01 02",
        "aa 01 bbbbbbbb 01010101, aa 02 bbbbbbbb 02020202, 02 17 01 04 01 02 02020202",
        "aa 01 bbbb 0101, aa 02 bbbb 02, 02 37 01 01 7e 01 02 02",
        // the whole previous key, with more bytes after it, or fewer
        "aa, aa 02, 02 0f 01 81 01 02",
        "aa 02, aa, 02 0f 00 7e 01"
    })
    void encode_trailerWithTheNextSequence_hasTheShortestHeader(String previous, String key, String entry)
            throws MalformedBlockException {
        assertEntry(previous + TRAILER, key + NEXT_TRAILER, entry);
    }

    @ParameterizedTest
    @CsvSource({
        "aa 01 bbbb 01, aa 02 bbbb 02, 01 01 0202",
        "aa 01, aa 02, 00 09 01 02",
    })
    void encode_sameTrailer_isSharedAsItIs(String previous, String key, String entry) throws MalformedBlockException {
        assertEntry(previous + TRAILER, key + TRAILER, entry);
    }

    @ParameterizedTest
    @CsvSource({
        // the middle is in the trailers, or before them
        "aa 01 ff, aa 02 ff, 00 13 04 01 01 02ff0000 00",
        "aa 01 cccccccccc, aa 02 cccccccccc, 00 13 01 08 01 02 0000000000000000"
    })
    void encode_anotherTrailer_isAnOwnPart(String previous, String key, String entry) throws MalformedBlockException {
        assertEntry(previous + TRAILER, key + OTHER_TRAILER, entry);
    }

    private void assertEntry(String previous, String key, String entry) throws MalformedBlockException {
        List<byte[]> keys = List.of(hex(previous), hex(key));
        Entries entries = Entries.encode(encoder, 16, keys, List.of(NO_VALUE, NO_VALUE));

        int secondAt = 2 + keys.get(0).length;
        assertThat(Arrays.copyOfRange(entries.bytes(), secondAt, entries.bytes().length))
                .isEqualTo(hex(entry));
        entries.assertRead(decoder, keys, List.of(NO_VALUE, NO_VALUE));
    }

    @Test
    void encode_keyThatSharesNothing_isWhole() throws MalformedBlockException {
        byte[] short127 = new byte[127];
        byte[] long128 = new byte[128];
        Arrays.fill(short127, (byte) 1);
        Arrays.fill(long128, (byte) 2);
        List<byte[]> keys = List.of(hex("00"), short127, long128, NO_VALUE);
        List<byte[]> values = List.of(NO_VALUE, hex("11"), NO_VALUE, NO_VALUE);

        Entries entries = Entries.encode(encoder, 16, keys, values);

        assertThat(entries.bytes()).startsWith(hex("00 02 00  04 FE 01")).endsWith(hex("00 00 00"));
        assertThat(Arrays.copyOfRange(entries.bytes(), 133, 138)).isEqualTo(hex("00 00 8001 02"));
        entries.assertRead(decoder, keys, values);
    }

    @Test
    void encode_lengthsOfSeveralBytes_areRead() throws MalformedBlockException {
        byte[] key = new byte[70_000];
        byte[] longer = new byte[71_000];
        Arrays.fill(longer, 300, 900, (byte) 1);
        Arrays.fill(longer, 70_500, 71_000, (byte) 2);
        byte[] shorter = Arrays.copyOf(longer, 40_000);
        byte[] longValue = new byte[3_000_000];
        List<byte[]> keys = List.of(key, longer, shorter, hex("01"));
        List<byte[]> values = List.of(longValue, hex("02"), longValue, NO_VALUE);

        Entries entries = Entries.encode(encoder, 16, keys, values);

        entries.assertRead(decoder, keys, values);
    }

    @ParameterizedTest
    @CsvSource({
        // frequent: the prefix is one byte longer than possible
        "01 03 0202, an entry shares 3 bytes or more of a key of 12 bytes",
        // compact: own parts and prefix exceed the previous key; the second part has a negative length
        "00 99 03 0202 0202, the parts that an entry shares do not fit a key of 12 bytes",
        "00 0d 01 02, the parts that an entry shares do not fit a key of 12 bytes",
        // general: an own part is all of the previous key; an own part of the previous key is negative
        "00 0b 01 74 00 02, the parts that an entry shares do not fit a key of 12 bytes",
        "00 0b 01 82 00 02, the parts that an entry shares do not fit a key of 12 bytes",
        "00 33 01 01 82 00 0202, the parts that an entry shares do not fit a key of 12 bytes",
        "00 0b 01 0080000000000000 00 02, the parts that an entry shares do not fit a key of 12 bytes"
    })
    void decode_partsThatCannotBe_isRefused(String entry, String what) throws MalformedBlockException {
        byte[] block = hex("00 18 aabbccdd" + TRAILER + entry);
        EntryState state = new EntryState();
        decoder.decode(state, block, 0, block.length);
        byte[] before = state.key.clone();

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> decoder.decode(state, block, state.next, block.length))
                .withMessageEndingWith(what);
        assertThat(state.key).isEqualTo(before);
        assertThat(state.keyLength).isEqualTo(12);
        assertThat(state.next).isEqualTo(14);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "00, 1",
        "04 04 6161, 4",
        "00 00, 2",
        "00 00 8001, 4",
        "FFFFFFFF1F 02 61, 7",
        "FCFFFFFFFFFFFFFFFF01 02 61, 12"
    })
    void decode_beyondTheEnd_isRefused(String entry, int limit) {
        byte[] block = Arrays.copyOf(hex(entry), 32);

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> decoder.decode(new EntryState(), block, 0, limit));
        assertThatExceptionOfType(MalformedBlockException.class).isThrownBy(() -> decoder.restartKey(block, 0, limit));
    }

    @ParameterizedTest
    @CsvSource({"01 00 6161", "00 09 00 61", "00 07 00 00"})
    void restartKey_ofAKeyThatIsNotWhole_isRefused(String entry) {
        byte[] block = hex(entry);

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> decoder.restartKey(block, 0, block.length))
                .withMessage(
                        "offset 0 in the block: an entry at a restart point shares bytes of a key (expected: none)");
    }
}

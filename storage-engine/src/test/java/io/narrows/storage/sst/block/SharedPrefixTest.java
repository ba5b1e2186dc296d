package io.narrows.storage.sst.block;

import static io.narrows.storage.sst.block.Entries.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

class SharedPrefixTest {
    private static final byte[] NO_VALUE = {};

    private final EntryEncoder encoder = KeyEncoding.SHARED_PREFIX.encoder();
    private final EntryDecoder decoder = KeyEncoding.SHARED_PREFIX.decoder();

    @Test
    void encode_atARestartPoint_writesTheKeyWhole() {
        Entries entries =
                Entries.encode(encoder, 1, List.of(hex("616263"), hex("616264")), List.of(hex("11"), NO_VALUE));

        assertThat(entries.bytes()).isEqualTo(hex("00 03 01 616263 11  00 03 00 616264"));
    }

    /** The keys of a row in the example of YugabyteDB's description of its encodings. */
    @Test
    void encode_betweenRestartPoints_leavesTheSharedPrefixOut() throws MalformedBlockException {
        List<byte[]> keys = List.of(
                hex("471210488000000121488000000121 4A80 23800185F0027D73BA804A   0114000000000004"),
                hex("471210488000000121488000000121 4B8C 23800185F0027D73BA803FAB 0115000000000004"),
                hex("471210488000000121488000000121 4B8D 23800185F0027D73BA803F8B 0116000000000004"));
        List<byte[]> values = List.of(NO_VALUE, hex("12"), hex("24"));

        Entries entries = Entries.encode(encoder, 16, keys, values);

        assertThat(entries.bytes())
                .isEqualTo(hex("00 24 00 471210488000000121488000000121 4A80 23800185F0027D73BA804A 0114000000000004"
                        + "0F 16 01 4B8C 23800185F0027D73BA803FAB 0115000000000004 12"
                        + "10 15 01 8D 23800185F0027D73BA803F8B 0116000000000004 24"));
        entries.assertRead(decoder, keys, values);
    }

    @Test
    void decode_lengthsOfSeveralBytes_areRead() throws MalformedBlockException {
        byte[] longKey = new byte[300];
        byte[] longerKey = new byte[20_000];
        byte[] longValue = new byte[3_000_000];
        List<byte[]> keys = List.of(longKey, longerKey, hex("01"));
        List<byte[]> values = List.of(longValue, NO_VALUE, longValue);

        Entries entries = Entries.encode(encoder, 16, keys, values);

        entries.assertRead(decoder, keys, values);
    }

    @Test
    void decode_aKeyThatIsTheOneBefore_isRead() throws MalformedBlockException {
        List<byte[]> keys = List.of(hex("6161"), hex("6161"), hex("61"), hex(""));
        List<byte[]> values = List.of(NO_VALUE, hex("01"), hex("02"), hex("03"));

        Entries entries = Entries.encode(encoder, 16, keys, values);

        assertThat(entries.bytes()).isEqualTo(hex("00 02 00 6161  02 00 01 01  01 00 01 02  00 00 01 03"));
        entries.assertRead(decoder, keys, values);
    }

    @Test
    void decode_moreSharedThanThereIs_isRefused() throws MalformedBlockException {
        byte[] block = hex("00 02 00 6161  03 01 00 61");
        EntryState state = new EntryState();
        decoder.decode(state, block, 0, block.length);

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> decoder.decode(state, block, state.next, block.length))
                .withMessage("offset 5 in the block: an entry shares 3 bytes of a key (expected: 0-2)");
        assertThat(state.keyLength).isEqualTo(2);
        assertThat(state.next).isEqualTo(5);
    }

    @Test
    void decode_beyondTheEnd_isRefused() {
        byte[] block = hex("00 02 03 6161 0102 03");
        EntryState state = new EntryState();

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> decoder.decode(state, block, 0, block.length - 1))
                .withMessage("offset 0 in the block: an entry with 2 bytes of a key and a value of 3 bytes"
                        + " extends beyond the end of the entries at 7");
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> decoder.restartKey(block, 0, block.length - 1));
    }

    @Test
    void decode_lengthsWhoseSumOverflows_isRefused() {
        byte[] block = hex("00 FFFFFFFF07 FFFFFFFF07 6161");
        EntryState state = new EntryState();

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> decoder.decode(state, block, 0, block.length));
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> decoder.restartKey(block, 0, block.length));
    }

    @Test
    void restartKey_ofAKeyThatIsNotWhole_isRefused() {
        byte[] block = hex("01 01 00 61");

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> decoder.restartKey(block, 0, block.length))
                .withMessage(
                        "offset 0 in the block: an entry at a restart point shares 1 bytes of a key (expected: 0)");
    }
}

package io.narrows.codec.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.codec.ZstdDictionaries;
import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DictionaryTest {
    /** SHA-256 of 256 zero bytes. */
    private static final String NAME_OF_ZEROS = "5341e6b2646979a70e57653007a1f310169421ec9bdd9f1a5648f75ade005af1";

    /** The last field of zstd's header, as the trainer writes it: the offsets 1, 4 and 8. */
    private static final byte[] OFFSETS = {1, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0};

    @ParameterizedTest
    @ValueSource(ints = {300, 1024, 8 << 10, 112 << 10})
    void trained_headerEndsWithTheOffsets(int maxBytes) throws Exception {
        byte[] trained = trained(maxBytes);
        Dictionary dictionary = Dictionary.of(trained);

        int header = dictionary.headerLength();
        assertThat(Arrays.copyOfRange(trained, header - OFFSETS.length, header)).isEqualTo(OFFSETS);
        assertThat(dictionary.content().remaining()).isEqualTo(trained.length - header);
        assertThat(dictionary.content().get()).isEqualTo(trained[header]);
        assertThat(dictionary.bytes()).isEqualTo(ByteBuffer.wrap(trained));
    }

    @Test
    void plainContent_hasNoHeader() throws Exception {
        Dictionary dictionary = Dictionary.of(new byte[256]);

        assertThat(dictionary.headerLength()).isZero();
        assertThat(dictionary.content()).isEqualTo(ByteBuffer.allocate(256));
        assertThat(dictionary.name()).isEqualTo(new DictionaryName(NAME_OF_ZEROS));
        assertThat(dictionary.name().first()).isEqualTo(0x5341e6b2);
        assertThat(DictionaryName.ofHash(dictionary.name().hash())).isEqualTo(dictionary.name());
        assertThat(dictionary).hasToString("5341e6b26469 (256 bytes)");
    }

    @Test
    void argument_changedLater_leavesTheDictionary() throws Exception {
        byte[] bytes = new byte[256];
        Dictionary dictionary = Dictionary.of(bytes);
        bytes[0] = 1;

        assertThat(dictionary.bytes().get(0)).isZero();
        assertThat(dictionary.content().isReadOnly()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 255, (112 << 10) + 1})
    void size_outOfRange_isRefused(int length) {
        assertThatExceptionOfType(InvalidDictionaryException.class)
                .isThrownBy(() -> Dictionary.of(new byte[length]))
                .withMessage("dictionary of %d bytes (expected: 256 to 114688)", length);
    }

    @Test
    void header_withoutContent_isRefused() throws Exception {
        byte[] trained = trained(8 << 10);
        int header = Dictionary.of(trained).headerLength();
        ByteBuffer.wrap(trained).order(ByteOrder.LITTLE_ENDIAN).putInt(header - Integer.BYTES, trained.length);

        assertThatExceptionOfType(InvalidDictionaryException.class)
                .isThrownBy(() -> Dictionary.of(trained))
                .withMessage(
                        "zstd dictionary has the recent offset %d (expected: 1 to %d)",
                        trained.length, trained.length - header)
                .satisfies(e -> assertThat(e.offset()).isEqualTo(header - Integer.BYTES));
    }

    @Test
    void header_withATableThatZstdCannotHave_isRefused() {
        byte[] bytes = new byte[256];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0xec30a437);
        bytes[8] = (byte) 247; // 120 weights in 60 bytes
        bytes[69] = 15;

        assertThatExceptionOfType(InvalidDictionaryException.class)
                .isThrownBy(() -> Dictionary.of(bytes))
                .withMessage("zstd dictionary has a table of accuracy 20 (expected: 5 to 8)")
                .satisfies(e -> assertThat(e.offset()).isEqualTo(69));
    }

    @Test
    void header_damaged_isRefusedOrReadWithinBounds() throws Exception {
        byte[] trained = trained(2048);
        ByteMutator mutator = new ByteMutator(new Random(Seed.of(getClass())), 150);
        int read = 0;
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = mutator.damaged(trained);
            try {
                Dictionary dictionary = Dictionary.of(damaged);
                assertThat(dictionary.content().remaining())
                        .isPositive()
                        .isEqualTo(damaged.length - dictionary.headerLength());
                read++;
            } catch (InvalidDictionaryException e) {
                assertThat(e.offset()).isBetween(0, damaged.length);
                assertThat(e.getMessage()).matches("(zstd dictionary |dictionary of ).+");
                refused++;
            }
        }
        assertThat(read).isGreaterThan(1000);
        assertThat(refused).isGreaterThan(1000);
    }

    @Test
    void name_ofOtherDigits_isRefused() {
        for (String hex : List.of("", "5341", NAME_OF_ZEROS.toUpperCase(java.util.Locale.ROOT), NAME_OF_ZEROS + "0")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new DictionaryName(hex))
                    .withMessage("dictionary name %s (expected: 64 lowercase hexadecimal digits)", hex);
        }
    }

    static byte[] trained(int maxBytes) {
        Random random = new Random(1);
        List<byte[]> samples = IntStream.range(0, 2000)
                .mapToObj(i -> ("{\"order\":" + random.nextInt(100_000) + ",\"customer\":\"c" + random.nextInt(50)
                                + "\",\"state\":\"" + (random.nextBoolean() ? "shipped" : "pending") + "\",\"price\":"
                                + random.nextDouble() + "}")
                        .getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .toList();
        return ZstdDictionaries.train(samples, maxBytes, 3);
    }
}

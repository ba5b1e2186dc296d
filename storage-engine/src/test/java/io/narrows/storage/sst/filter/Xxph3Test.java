package io.narrows.storage.sst.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected hashes of short keys are from RocksDB's hash_test.cc. */
class Xxph3Test {
    @ParameterizedTest
    @CsvSource({
        "'', 5999572062939766020",
        "08, 583283813901344696",
        "9a, 16322991629225003903",
        "91f7, 14199427467559720719",
        "d45233, 15853805298481534034",
        "69b8c088, 6611781377647041447",
        "8683d5a4d8, 16874407254108011067",
        "73e1ff569cce, 12012981210634596029",
        "5cbe9775549a52, 5716522398211028826",
        "38d6f72820b48ae9, 10973293517982163143",
        "b6c0dd053fc4864cef, 12439346786701492",
        "bd2c6338bfe978b7bf15, 10551812464348219044",
    })
    void hash_shortKey_isTheKnownValue(String key, String known) {
        byte[] bytes = HexFormat.of().parseHex(key);

        assertThat(Xxph3.hash(bytes, 0, bytes.length)).isEqualTo(Long.parseUnsignedLong(known));
    }

    /** One character for the hash modulo 61 of each length from 0 on: also from RocksDB's hash_test.cc. */
    @Test
    void hash_everyLengthBelow430_isTheKnownValue() {
        String alphabet = "abcdefghijklmnopqrstuvwxyz123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        byte[] text = "RocksDB".repeat(62).getBytes(StandardCharsets.US_ASCII);
        StringBuilder found = new StringBuilder();

        for (int length = 0; length < 430; length++) {
            found.append(alphabet.charAt((int) Long.remainderUnsigned(Xxph3.hash(text, 0, length), 61)));
        }

        assertThat(found.toString())
                .isEqualTo("c1EeRkukbkb28wLTahwD2sfUhZzaBEnF8SVrxnPVB6A7b8CaAl3UKsDZISF92GSq2wDCukOq"
                        + "Jgrsp7A3KZhDiLW8dFXp8UPqPxMCRlMdZeVeJ2dJxrmA6cyt99zkQFj7ELbut6jAeVqARFnw"
                        + "fnWVXOsaLrq7bDCbMcns2DKvTaaqTCLMYxI7nhtLpFN1jR755FRQFcOzrrDbh7QhypjdvlYw"
                        + "cdAMSZgp9JMHxbM23wPSuH6BOFgxejz35PScZfhDPvTOxIy1jc3MZsWrMC3P324zNolO7JdW"
                        + "CX2I5UDKjjaEJfxbgVgJIXxtQGlmj2xkO5sPpjULQV4X2HlY7FQleJ4QRaJIB4buhCA4vUTF"
                        + "eMFlxCIYUpTCsal2qsmnGOWa8WCcefrohMjDj1fjzSvSaQwlpyR1GZHF2uPOoQagiCpHpm");
    }

    @Test
    void hash_anyPlaceOfTheArray_isThatOfItsBytes() {
        byte[] array = new byte[3000];
        for (int i = 0; i < array.length; i++) {
            array[i] = (byte) (i * 31);
        }
        for (int length = 0; length < 2900; length++) {
            byte[] alone = Arrays.copyOfRange(array, 7, 7 + length);

            assertThat(Xxph3.hash(array, 7, length)).as("%d bytes", length).isEqualTo(Xxph3.hash(alone, 0, length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 8, 9, 16, 17, 128, 129, 240, 241, 1024, 1025, 2048})
    void hash_keyBeyondTheArray_isRefused(int length) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Xxph3.hash(new byte[length], 1, length));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Xxph3.hash(new byte[length], -1, length));
    }
}

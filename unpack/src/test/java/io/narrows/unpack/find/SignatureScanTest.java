package io.narrows.unpack.find;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SignatureScanTest {
    private static final byte[] TEXT = Contents.text(1, 300);

    static Stream<byte[]> packed() {
        return Stream.of(
                Packed.lz4(TEXT),
                Packed.zstd(TEXT, true, true),
                Packed.gzip(TEXT),
                Packed.xerial(TEXT, 32 << 10),
                Packed.snappyFrames(TEXT),
                Packed.kafkaBatch(0x0a, 5, Packed.snappy(TEXT)),
                Packed.kafkaBatch(1, -1, Packed.gzip(TEXT)));
    }

    @ParameterizedTest
    @MethodSource("packed")
    void signature_isFoundAtEveryDistanceBehindAnything(byte[] packed) {
        for (int distance = 0; distance < 70; distance++) {
            for (byte[] before : before(distance)) {
                FoundPieces found = FoundPieces.in(before, packed, Contents.text(2, 20));

                assertThat(found.content()).as("distance=%d", distance).isEqualTo(TEXT);
            }
        }
    }

    private static List<byte[]> before(int length) {
        byte[] twos = new byte[length];
        Arrays.fill(twos, (byte) 2);
        byte[] magic = new byte[length];
        for (int i = 0; i < length; i++) {
            magic[i] = (byte) (i % 2 == length % 2 ? 0x1f : 0x04);
        }
        return List.of(new byte[length], twos, magic, Contents.noise(length, length), Contents.text(3, length));
    }

    @ParameterizedTest
    @MethodSource("packed")
    void signatureAtTheEndOfARead_isFoundInTheNext(byte[] packed) {
        byte[] stream = Packed.joined(Contents.text(4, 90), packed);

        for (int end = 92; end < 92 + 70; end++) {
            FoundPieces found = new FoundPieces(FoundPieces.ALL, FoundPieces.LONGEST);
            found.read(Arrays.copyOf(stream, 70))
                    .read(Arrays.copyOfRange(stream, 70, end))
                    .read(Arrays.copyOfRange(stream, end, end + 2))
                    .read(Arrays.copyOfRange(stream, end + 2, stream.length));

            assertThat(found.content()).as("end=%d", end).isEqualTo(TEXT);
        }
    }
}

package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Encodes the content of {@link DenseVectorsTest}. An encoder may write different frames in another release, and a change that makes it do
 * so changes this test, too; a change that is only meant for one version or level must not change the frames of others.
 */
class DenseEncodingsTest {
    /** @param expected SHA-256 of the frames, each after its length in four bytes, big-endian */
    @ParameterizedTest
    @CsvSource({
        "1, false, 7f1477b29bfafd311db75c77d8dba7ab24d8d0ebb2e320443973087f4f3b96ba",
        "2, false, 90b8a72263cf6243c805cd6cee32c311f7375409cc230046658853236b60ea07",
        "3, false, 61d9d69b356fc23f78f79157fad15209efa4d3fafb7fc62abd6a1c11801c1701",
        "1, true, 93ef4e6c62e5e9eb609954159b76ee3523b37a2b536557d65ad7bff11ed6d231",
        "2, true, 966b2b16d9dec7f7e88fadfeb7b73c49e0e728e0e93023b3c66c1bd76003fd84",
        "3, true, 91081836bc445ed7b7231f4507c7f417693dcb06e8666e1d3503c18dbd218c40"
    })
    void encode_contentOfTheVectors_givesTheSameFramesAsBefore(int level, boolean isVersion2, String expected)
            throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (StreamEncoder encoder = Codecs.load().streamEncoder(new CodecSpec(Codec.DENSE, level, 17), isVersion2)) {
            for (byte[] content : DenseVectorsTest.contents()) {
                ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(content.length));
                encoder.encode(ByteBuffer.wrap(content), frame);
                frame.flip();
                digest.update(ByteBuffer.allocate(4).putInt(frame.remaining()).flip());
                digest.update(frame);
            }
        }

        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(expected);
    }
}

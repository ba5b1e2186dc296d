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
        "1, true, eb1b244bbea83b57bb0a207e7c31508e3c0955b69899b1fab68c33c6de524fad",
        "2, true, 8c2f6bbaf89f1d0d19e70f2844a568997a0712db441e9a83197cc68f17fd208c",
        "3, true, 956046bf7bdaab2cba74b050803b61152e20a024b42857d325b6ccf2d598504b"
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

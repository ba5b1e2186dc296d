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
        "1, false, 8e040b695145ed02ff3baf163bfb4e108685059d39ff48586a85a0df2a64fbbd",
        "2, false, 3bfc71209aacdbed93640e9189581c3d97a9be2177f65e423259f5dff0c31ac5",
        "3, false, f0298842d2993f41e07f2b399c0aec16968a76d387bc1aceb1ab3d81de6a5ba9",
        "1, true, fb6bd606732b19a1589c65ab7a5082c7870f823db87a96b4d6486fbed61d0047",
        "2, true, 3e578f21fe5a60d581c01079dd87e1a52d800f86ae72acb09f3e9b11388343e7",
        "3, true, 14e2e45d80a6c6d9accf82dba23f2daeabc4a63a635a22eb8daba7cbff39cbea"
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

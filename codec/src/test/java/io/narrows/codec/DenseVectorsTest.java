package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recorded reads and edge cases as written by encoders of {@code dense}, in files that must never change: each frame follows
 * its length in two bytes, big-endian. A decoder of any later release must read them; an encoder may write different ones.
 */
class DenseVectorsTest {
    /**
     * Those with "phrases" and "mixed-levels" are of version 2, "level-0" too, the others of version 1. The frames of levels 1 and 2 date
     * from when those levels averaged literals. No current level does that, nor does any level predict literals bit by bit from the
     * source.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "level-1",
                "level-2",
                "level-3",
                "by-source",
                "nibbles",
                "phrases-level-1",
                "phrases-level-2",
                "phrases-level-3",
                "level-0",
                "mixed-levels"
            })
    void decode_framesOfEachKind(String name) throws Exception {
        List<byte[]> frames = frames("dense/" + name + ".frames");
        List<byte[]> contents = contents();

        assertThat(frames).hasSameSizeAs(contents);
        try (StreamPair pair = StreamPair.direct(new CodecSpec(Codec.DENSE, 1, 17))) {
            for (int i = 0; i < frames.size(); i++) {
                assertThat(pair.decode(frames.get(i))).as("frame %d", i).isEqualTo(contents.get(i));
            }
        }
    }

    /** Returns content for more than one lap of a window of 128 KiB. */
    static List<byte[]> contents() {
        List<byte[]> contents = new ArrayList<>();
        contents.add(new byte[] {7});
        contents.add(new byte[64 << 10]);
        contents.add(Samples.noise(1, 3_000));
        contents.addAll(Samples.etcd());
        contents.addAll(
                Samples.postgres().subList(0, Math.min(60, Samples.postgres().size())));
        contents.addAll(Samples.etcd().subList(0, 20));
        return contents;
    }

    private static List<byte[]> frames(String resource) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        try (InputStream in = DenseVectorsTest.class.getResourceAsStream(resource)) {
            DataInputStream data = new DataInputStream(in);
            while (data.available() > 0) {
                frames.add(data.readNBytes(data.readUnsignedShort()));
            }
        }
        return frames;
    }
}

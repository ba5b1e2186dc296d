package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodecsTest {
    private final Codecs codecs = Codecs.load();

    @Test
    void resolve_peerHasIt_keepsLevelAndWindow() {
        CodecSpec wanted = new CodecSpec(Codec.ZSTD, 6, 17);

        assertThat(codecs.resolve(wanted, EnumSet.allOf(Codec.class))).isEqualTo(wanted);
    }

    @Test
    void resolve_peerLacksIt_followsTheChain() {
        assertThat(codecs.resolve(CodecSpec.of(Codec.ZSTD), Set.of(Codec.GZIP))).hasToString("gzip:6");
        assertThat(codecs.resolve(CodecSpec.of(Codec.LZ4HC), Set.of(Codec.SNAPPY)))
                .hasToString("snappy");
        assertThat(codecs.resolve(CodecSpec.of(Codec.LZ4), Set.of(Codec.ZSTD))).hasToString("none");
        assertThat(codecs.resolve(CodecSpec.of(Codec.ZSTD), Set.of())).hasToString("none");
    }

    /** Includes dense, which needs no probe but is the only codec without blocks. */
    @ParameterizedTest
    @EnumSource(Codec.class)
    void probe_worksWithAndWithoutBlocks(Codec codec) {
        assertThatNoException().isThrownBy(() -> Codecs.probe(CodecSpec.of(codec)));
    }

    @Test
    void streams_ofNone_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> codecs.streamEncoder(CodecSpec.of(Codec.NONE)));
        assertThatIllegalArgumentException().isThrownBy(() -> codecs.streamDecoder(Codec.NONE, 20));
    }

    @Test
    void memoryBytes_growsWithTheWindowAsMeasured() {
        // Measured on Linux as the resident memory of ten contexts in use; reserved but untouched memory counts here.
        assertThat(memory(12)).isBetween(80_000L, 115_000L);
        assertThat(memory(14)).isBetween(160_000L, 210_000L);
        assertThat(memory(17)).isBetween(900_000L, 1_000_000L);
        assertThat(memory(20)).isBetween(1_250_000L, 1_950_000L);
    }

    private long memory(int windowLog) {
        try (StreamEncoder encoder = codecs.streamEncoder(new CodecSpec(Codec.ZSTD, 1, windowLog))) {
            return encoder.memoryBytes();
        }
    }
}

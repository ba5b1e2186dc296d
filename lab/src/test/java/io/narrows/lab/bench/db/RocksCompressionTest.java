package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RocksCompressionTest {
    private static final CodecSpec NONE = CodecSpec.of(Codec.NONE);
    private static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);

    @Test
    void of_hasACodecForEachLevelAndOneLevelForAll() {
        assertThat(RocksCompression.of(options(List.of(NONE, LZ4, CodecSpec.of(Codec.ZSTD, 3)), Optional.empty())))
                .containsEntry("compression_per_level", "kNoCompression:kLZ4Compression:kZSTD")
                .containsEntry("compression_opts", "{level=3;parallel_threads=2;}")
                .hasSize(2);
    }

    @Test
    void of_bottommost_hasItsOwnLevel() {
        assertThat(RocksCompression.of(options(List.of(LZ4), Optional.of(CodecSpec.of(Codec.ZSTD, 9)))))
                .containsEntry("bottommost_compression", "kZSTD")
                .containsEntry("bottommost_compression_opts", "{level=9;parallel_threads=2;enabled=true;}");
    }

    @Test
    void of_severalLevels_areRefused() {
        List<CodecSpec> specs = List.of(CodecSpec.of(Codec.ZSTD, 1), CodecSpec.of(Codec.ZSTD, 3));

        assertThatThrownBy(() -> RocksCompression.of(options(specs, Optional.empty())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--compression with [zstd:1, zstd:3] and --engine rocksdb");
    }

    private static EngineOptions options(List<CodecSpec> compression, Optional<CodecSpec> bottommost) {
        return new EngineOptions(compression, bottommost, 2, 1 << 20, 1 << 20, 10, 4096, false);
    }
}

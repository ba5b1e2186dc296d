package io.narrows.proxy;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CodecDrillTest {
    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"GZIP", "LZ4", "ZSTD", "DENSE"})
    void everyFrameComesBackAsItWas_overMoreThanAWindow(Codec codec) {
        CodecSpec spec = CodecSpec.of(codec).withWindowLog(17);
        try (CodecDrill drill = new CodecDrill(Codecs.load(), spec, new RehearsalRecords(1 << 19))) {
            assertThatCode(() -> {
                        for (int frame = 0; frame < 300; frame++) {
                            drill.frame();
                        }
                    })
                    .doesNotThrowAnyException();
        }
    }
}

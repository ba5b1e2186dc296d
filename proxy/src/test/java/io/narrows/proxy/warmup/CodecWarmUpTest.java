package io.narrows.proxy.warmup;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CodecWarmUpTest {
    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"GZIP", "LZ4", "ZSTD", "DENSE"})
    void everyFrameComesBackAsItWas_overMoreThanAWindow(Codec codec) {
        CodecSpec spec = CodecSpec.of(codec).withWindowLog(17);
        try (CodecWarmUp warmUp = new CodecWarmUp(Codecs.load(), spec, new WarmUpRecords(1 << 19))) {
            assertThatCode(() -> {
                        for (int frame = 0; frame < 300; frame++) {
                            warmUp.frame();
                        }
                    })
                    .doesNotThrowAnyException();
        }
    }
}

package io.narrows.storage.sst.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.codec.Codec;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompressionTypeTest {
    @ParameterizedTest
    @EnumSource(Codec.class)
    void codecWithBlocks_hasAType(Codec codec) {
        if (codec.hasBlocks()) {
            assertThat(CompressionType.of(codec).codec()).contains(codec);
        } else {
            assertThat(Arrays.stream(CompressionType.values()))
                    .noneMatch(type -> type.codec().filter(codec::equals).isPresent());
            assertThatIllegalArgumentException().isThrownBy(() -> CompressionType.of(codec));
        }
    }
}

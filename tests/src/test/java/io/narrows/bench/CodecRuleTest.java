package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import org.junit.jupiter.api.Test;

class CodecRuleTest {
    @Test
    void of_namesTheLevelIfThereIsOne() {
        assertThat(CodecRule.of(CodecSpec.of(Codec.ZSTD, 3)))
                .isEqualTo(new CodecRule("zstd:3", "{codec: zstd, level: 3}"));
        assertThat(CodecRule.of(CodecSpec.of(Codec.DENSE, 0)))
                .isEqualTo(new CodecRule("dense:0", "{codec: dense, level: 0}"));
        assertThat(CodecRule.of(CodecSpec.of(Codec.NONE))).isEqualTo(new CodecRule("none", "{codec: none}"));
    }

    @Test
    void beside_isTheSameRule() {
        CodecRule rule = CodecRule.AUTO.beside("busy processors");

        assertThat(rule.label()).isEqualTo("auto, busy processors");
        assertThat(rule.isAuto()).isTrue();
        assertThat(rule.text()).isEqualTo("{codec: auto}");
    }
}

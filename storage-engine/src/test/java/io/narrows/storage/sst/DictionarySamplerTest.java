package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DictionarySamplerTest {
    @Test
    void dictionary_smallerThanZstdTrains_isOfTheSamples() {
        DictionarySampler sampler = new DictionarySampler(CodecSpec.of(Codec.ZSTD), 7, 16 << 10);
        byte[] block = "a block of a table".getBytes(StandardCharsets.UTF_8);

        sampler.add(block, block.length);

        assertThat(sampler.dictionary()).asString(StandardCharsets.UTF_8).isEqualTo("a block");
    }
}

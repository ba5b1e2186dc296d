package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DictionarySamplerTest {
    private static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD);

    /** Five blocks: starts at the third, and advances by 545055921143 modulo 5 = 3 each time. */
    @Test
    void untrained_samplesFromTheMiddleAtTheStride() {
        DictionarySampler sampler = sampler(10, 0);
        for (String block : new String[] {"aaaa", "bbbb", "cccc", "dddd", "eeee"}) {
            sampler.add(block.getBytes(StandardCharsets.US_ASCII), 3);
        }

        assertThat(sampler.dictionary()).asString(StandardCharsets.US_ASCII).isEqualTo("cccaaadddb");
    }

    @Test
    void fewBlocks_areTheWholeDictionary() {
        DictionarySampler sampler = sampler(100, 0);
        sampler.add(new byte[] {1, 2, 3}, 3);

        assertThat(sampler.dictionary()).containsExactly(1, 2, 3);
    }

    @Test
    void dictionary_smallerThanZstdTrains_isOfTheSamples() {
        DictionarySampler sampler = sampler(7, 16 << 10);
        byte[] block = "a block of a table".getBytes(StandardCharsets.UTF_8);

        sampler.add(block, block.length);

        assertThat(sampler.dictionary()).asString(StandardCharsets.UTF_8).isEqualTo("a block");
    }

    @Test
    void noBlocks_giveNone() {
        assertThat(sampler(100, 0).dictionary()).isEmpty();
        assertThat(sampler(1_000, 10_000).dictionary()).isEmpty();
    }

    @Test
    void full_atFourTimesWhatIsSampled() {
        DictionarySampler sampler = sampler(10, 0);
        sampler.add(new byte[39], 39);
        assertThat(sampler.isFull()).isFalse();

        sampler.add(new byte[1], 1);

        assertThat(sampler.isFull()).isTrue();
        assertThat(sampler.blocks()).hasSize(2);
    }

    private static DictionarySampler sampler(int maxDictBytes, int maxTrainBytes) {
        return new DictionarySampler(ZSTD, maxDictBytes, maxTrainBytes);
    }
}

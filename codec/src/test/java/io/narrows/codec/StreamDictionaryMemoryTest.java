package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.github.luben.zstd.ZstdException;
import io.narrows.codec.dense.ArrayPool;
import io.narrows.codec.dense.Workspace;
import io.narrows.codec.dictionary.Dictionary;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamDictionaryMemoryTest {
    private static final Codecs CODECS = Codecs.load();
    private static final List<byte[]> READS = Samples.etcd();
    private static final int BYTES = 48 << 10;

    private StreamDictionary dictionary;

    @BeforeEach
    void create() throws Exception {
        dictionary = CODECS.dictionary(Dictionary.of(Samples.joined(READS, BYTES)));
    }

    @AfterEach
    void close() {
        dictionary.close();
    }

    @Test
    void close_ofTheLastUser_freesTheDigests() {
        ZstdDigests digests = dictionary.useZstd();
        digests.release();
        try (StreamPair pair = pair(CodecSpec.of(Codec.ZSTD))) {
            dictionary.close();
            digests.use();
            digests.release();
            pair.encode(READS.get(0));
        }

        assertThatIllegalStateException().isThrownBy(digests::use);
    }

    @Test
    void context_thatCannotBeCreated_keepsNoDigests() {
        ZstdDigests digests = dictionary.useZstd();
        digests.release();

        assertThatExceptionOfType(ZstdException.class)
                .isThrownBy(() -> CODECS.streamDecoder(Codec.ZSTD, 99, dictionary));
        dictionary.close();

        assertThatIllegalStateException().isThrownBy(digests::use);
    }

    @Test
    void contextOfDense_ofAClosedDictionary_takesNoArrays() {
        ArrayPool arrays = new ArrayPool(64 << 20);
        CodecSpec spec = CodecSpec.of(Codec.DENSE, 1);
        new DenseEncoder(spec, false, ThreadLocal.withInitial(Workspace::new), arrays).close();
        long idle = arrays.idleBytes();
        assertThat(idle).isPositive();
        dictionary.close();

        assertThatIllegalStateException()
                .isThrownBy(() ->
                        new DenseEncoder(spec, false, ThreadLocal.withInitial(Workspace::new), arrays, dictionary));

        assertThat(arrays.idleBytes()).isEqualTo(idle);
    }

    /** The largest dictionary leaves more than half of the room that it needs, and only contexts that fill that prepare more. */
    @Test
    void denseContext_shortAfterTheLargestDictionary_preparesNoMemory() throws Exception {
        CodecSpec spec = CodecSpec.of(Codec.DENSE, 1);
        try (StreamDictionary largest = CODECS.dictionary(Dictionary.of(Samples.joined(READS, Dictionary.MAX_BYTES)));
                StreamPair pair = StreamPair.direct(spec, largest)) {
            pair.decode(pair.encode(Samples.noise(1, 7000)));
            assertThat(pair.encoder.preparation()).isNull();
            assertThat(pair.decoder.preparation()).isNull();

            pair.decode(pair.encode(Samples.noise(2, 50_000)));
            pair.decode(pair.encode(Samples.noise(3, 50_000)));
            assertThat(pair.encoder.preparation()).isNotNull();
            assertThat(pair.decoder.preparation()).isNotNull();

            pair.encoder.reset();
            pair.decoder.reset();
            pair.decode(pair.encode(Samples.noise(4, 7000)));
            assertThat(pair.encoder.preparation()).isNull();
            assertThat(pair.decoder.preparation()).isNull();
        }
    }

    @Test
    void memoryBytes_growsWithEachLevelOfZstd() {
        long before = dictionary.memoryBytes();
        assertThat(before).isGreaterThan(2L * BYTES);

        pair(CodecSpec.of(Codec.ZSTD, 1)).close();
        long one = dictionary.memoryBytes();
        pair(CodecSpec.of(Codec.ZSTD, 1)).close();
        assertThat(dictionary.memoryBytes()).isEqualTo(one).isGreaterThan(before + BYTES);

        pair(CodecSpec.of(Codec.ZSTD, 9)).close();
        assertThat(dictionary.memoryBytes()).isGreaterThan(2 * one - before);
    }

    private StreamPair pair(CodecSpec spec) {
        return StreamPair.direct(spec, dictionary);
    }
}

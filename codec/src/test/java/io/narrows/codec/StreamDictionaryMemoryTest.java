package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdException;
import io.narrows.codec.dense.ArrayPool;
import io.narrows.codec.dense.Workspace;
import io.narrows.codec.dictionary.Dictionary;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    void close_ofTheLastHandle_freesTheDigests() {
        ZstdDigests digests = dictionary.useZstd();
        digests.release();
        try (StreamDictionary shared = dictionary.share()) {
            dictionary.close();
            assertThat(shared.isPrepared(CodecSpec.of(Codec.ZSTD, 3))).isFalse();
            digests.use();
            digests.release();
        }

        assertThatIllegalStateException().isThrownBy(digests::use);
    }

    @Test
    void freed_isRunOnce_afterTheLastHandleAndTheLastContext() throws Exception {
        AtomicInteger freed = new AtomicInteger();
        StreamDictionary owned = CODECS.dictionary(Dictionary.of(Samples.joined(READS, BYTES)), freed::incrementAndGet);
        StreamDictionary shared = Objects.requireNonNull(owned.share());
        StreamPair pair = StreamPair.direct(CodecSpec.of(Codec.ZSTD), shared);

        owned.close();
        owned.close();
        shared.close();
        assertThat(freed).hasValue(0);
        pair.close();

        assertThat(freed).hasValue(1);
    }

    @Test
    void prepare_digestsForOneLevel_unlessClosed() {
        CodecSpec spec = CodecSpec.of(Codec.ZSTD, 3);
        assertThat(dictionary.isPrepared(spec)).isFalse();
        assertThat(dictionary.isPrepared(CodecSpec.of(Codec.DENSE, 1))).isTrue();

        dictionary.prepare(spec);

        assertThat(dictionary.isPrepared(spec)).isTrue();
        assertThat(dictionary.isPrepared(CodecSpec.of(Codec.ZSTD, 4))).isFalse();
        long before = dictionary.memoryBytes();
        dictionary.close();
        dictionary.prepare(CodecSpec.of(Codec.ZSTD, 4));
        assertThat(dictionary.memoryBytes()).isEqualTo(before);
    }

    @Test
    void prepare_digestsForLz4_asMuchAsItSaid_unlessClosed() {
        CodecSpec spec = CodecSpec.of(Codec.LZ4);
        long before = dictionary.memoryBytes();
        long bytes = dictionary.digestBytes(spec);
        assertThat(dictionary.isPrepared(spec)).isFalse();
        assertThat(bytes).isGreaterThan(BYTES);

        dictionary.prepare(spec);

        assertThat(dictionary.isPrepared(spec)).isTrue();
        assertThat(dictionary.digestBytes(spec)).isZero();
        assertThat(dictionary.memoryBytes()).isEqualTo(before + bytes);
        pair(spec).close();
        assertThat(dictionary.memoryBytes()).isEqualTo(before + bytes);
    }

    @Test
    void prepare_ofAClosedDictionary_digestsNothingForLz4() {
        dictionary.close();

        dictionary.prepare(CodecSpec.of(Codec.LZ4));

        assertThat(dictionary.isPrepared(CodecSpec.of(Codec.LZ4))).isFalse();
    }

    @Test
    void contextsThatOnlyNeedTheContent_digestNothing() {
        long before = dictionary.memoryBytes();

        CODECS.streamDecoder(Codec.LZ4, Lz4Window.MAX_LOG, dictionary).close();
        pair(CodecSpec.of(Codec.LZ4HC, 9)).close();

        assertThat(dictionary.isPrepared(CodecSpec.of(Codec.LZ4HC, 9))).isTrue();
        assertThat(dictionary.memoryBytes()).isEqualTo(before);
        assertThat(dictionary.contexts()).isEqualTo(3);
    }

    /** Levels 3 and 19 have the same place in the map of digests. */
    @Test
    @Timeout(60)
    void prepare_whileAnotherThreadDigests_doesNotWait() throws Exception {
        byte[] bytes = Samples.joined(READS, BYTES);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        ZstdDigests digests = new ZstdDigests(bytes, () -> {}, level -> {
            if (level == 3) {
                begun.countDown();
                await(finish);
            }
            return new ZstdDictCompress(bytes, level);
        });
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> digests.prepare(3));
        begun.await();

        digests.prepare(3);
        assertThat(digests.hasLevel(3)).isFalse();
        digests.prepare(19);
        assertThat(digests.hasLevel(19)).isTrue();

        finish.countDown();
        other.join();
        assertThat(digests.hasLevel(3)).isTrue();
        digests.release();
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
        DenseEncoder encoder = new DenseEncoder(spec, true, ThreadLocal.withInitial(Workspace::new), arrays);
        long taken = encoder.memoryBytes();
        dictionary.close();

        assertThatIllegalStateException().isThrownBy(() -> encoder.beginWith(dictionary));

        assertThat(encoder.memoryBytes()).isEqualTo(taken);
        encoder.close();
        assertThat(arrays.idleBytes()).isPositive();
    }

    @Test
    void encoderOfDense_loadsTheDictionaryWithItsFirstFrame() throws Exception {
        CodecSpec spec = CodecSpec.of(Codec.DENSE, 1);
        try (StreamDictionary largest = CODECS.dictionary(Dictionary.of(Samples.joined(READS, Dictionary.MAX_BYTES)));
                StreamEncoder without = CODECS.streamEncoder(spec);
                StreamEncoder encoder = CODECS.streamEncoder(spec, largest)) {
            assertThat(encoder.memoryBytes()).isEqualTo(without.memoryBytes());

            encoder.encode(ByteBuffer.wrap(new byte[] {1}), ByteBuffer.allocate(encoder.maxFrameLength(1)));

            assertThat(encoder.memoryBytes()).isGreaterThan(Dictionary.MAX_BYTES);
        }
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

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private StreamPair pair(CodecSpec spec) {
        return StreamPair.direct(spec, dictionary);
    }
}

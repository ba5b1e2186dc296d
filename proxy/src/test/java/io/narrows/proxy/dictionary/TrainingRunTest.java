package io.narrows.proxy.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which dictionaries are good enough to be used. */
final class TrainingRunTest {
    private final Codecs codecs = Codecs.load();

    @ParameterizedTest
    @ValueSource(strings = {"etcd", "ratis"})
    void recordedTraffic_isSmallerWithItsDictionary(String recording) throws IOException {
        TrainingRun run = train(DemoConnections.of(recording, 2000, 400), null);

        assertThat(run.isBetter()).isTrue();
        assertThat(run.saved()).isGreaterThan(0.2);
        assertThat(run.bytesBefore()).isEqualTo(run.bytesWithout());
    }

    @Test
    void dictionaryThatIsNoBetterThanTheCurrentOne_isNotUsed() throws IOException {
        List<List<byte[]>> connections = DemoConnections.of("etcd", 2000, 400);
        Dictionary current = train(connections, null).dictionary().orElseThrow();

        TrainingRun again = train(connections, current);

        assertThat(again.isBetter()).isFalse();
        assertThat(again.bytesBefore()).isEqualTo(again.bytesWith());
    }

    @Test
    void dictionaryThatIsBetterThanTheCurrentOne_isUsed() throws IOException {
        Dictionary other =
                train(DemoConnections.of("ratis", 2000, 400), null).dictionary().orElseThrow();

        assertThat(train(DemoConnections.of("etcd", 2000, 400), other).isBetter())
                .isTrue();
    }

    /** The frames, which help only dense, do not count where the rules use lz4. */
    @Test
    void dictionary_isMeasuredByTheCodecsInUse() throws IOException {
        List<List<byte[]>> connections = DemoConnections.of("postgres", 20_000, 60);

        TrainingRun ofDense = train(connections, null, Set.of(CodecSpec.of(Codec.DENSE, 2)));
        TrainingRun ofLz4 = train(connections, null, Set.of(CodecSpec.of(Codec.LZ4)));

        assertThat(ofDense.isBetter()).isTrue();
        assertThat(ofDense.dictionary().orElseThrow().hasFrames()).isTrue();
        assertThat(ofLz4.isBetter()).isFalse();
        assertThat(ofLz4.dictionary().orElseThrow().hasFrames()).isFalse();
    }

    @Test
    void bytes_areThoseOfAllCodecsInUse() throws IOException {
        List<List<byte[]>> connections = DemoConnections.of("etcd", 2000, 100);
        CodecSpec zstd = CodecSpec.of(Codec.ZSTD, 1);
        CodecSpec lz4 = CodecSpec.of(Codec.LZ4);

        TrainingRun both = train(connections, null, Set.of(zstd, lz4));

        assertThat(both.bytesWith())
                .isEqualTo(train(connections, null, Set.of(zstd)).bytesWith()
                        + train(connections, null, Set.of(lz4)).bytesWith());
    }

    @Test
    void codecsWithoutDictionaries_doNotMeasure() {
        assertThat(TrainingRun.measured(
                        Set.of(CodecSpec.of(Codec.GZIP), CodecSpec.of(Codec.NONE), CodecSpec.of(Codec.ZSTD, 19)),
                        codecs))
                .containsExactly(CodecSpec.of(Codec.ZSTD, 19).withWindowLog(18));
    }

    /** A training takes its memory before. */
    @Test
    void codecs_measureWithinTheMemoryOfATraining() {
        for (CodecSpec spec : TrainingRun.measured(
                Set.of(CodecSpec.of(Codec.ZSTD, 19), CodecSpec.of(Codec.DENSE, 3), CodecSpec.of(Codec.LZ4HC, 12)),
                codecs)) {
            assertThat(ContextSizes.encoder(spec)).isLessThan(Trainer.TRAINING_BYTES / 2);
        }
    }

    @Test
    void noise_isRefused() throws MalformedDataException {
        Random random = new Random(Seed.of(TrainingRunTest.class));
        List<List<byte[]>> connections = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            byte[] read = new byte[2000];
            random.nextBytes(read);
            connections.add(List.of(read));
        }

        assertThat(train(connections, null).isBetter()).isFalse();
    }

    @Test
    void fewConnections_areRefused() throws IOException {
        TrainingRun run = train(DemoConnections.of("etcd", 20_000, TrainingRun.FEWEST - 1), null);

        assertThat(run.dictionary()).isEmpty();
        assertThat(run.isBetter()).isFalse();
    }

    private TrainingRun train(List<List<byte[]>> connections, @Nullable Dictionary current)
            throws MalformedDataException {
        return train(connections, current, Set.of(CodecSpec.of(Codec.ZSTD, 3), CodecSpec.of(Codec.DENSE, 2)));
    }

    private TrainingRun train(List<List<byte[]>> connections, @Nullable Dictionary current, Set<CodecSpec> used)
            throws MalformedDataException {
        return TrainingRun.of(
                connections, current, Dictionary.MAX_BYTES, true, TrainingRun.measured(used, codecs), codecs);
    }
}

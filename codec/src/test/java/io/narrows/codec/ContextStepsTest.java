package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ContextStepsTest {
    private static final int LITTLE = 64 << 10;
    private static final int SOME = 256 << 10;

    static Stream<CodecSpec> dense() {
        return IntStream.rangeClosed(0, 3)
                .boxed()
                .flatMap(
                        level -> IntStream.rangeClosed(17, 24).mapToObj(log -> new CodecSpec(Codec.DENSE, level, log)));
    }

    @ParameterizedTest
    @MethodSource("dense")
    void steps_grow_upToTheMaximum(CodecSpec spec) {
        List<ContextStep> steps = ContextSteps.of(spec);

        ContextStep last = steps.get(steps.size() - 1);
        assertThat(last).isEqualTo(new ContextStep(ContextSizes.encoder(spec), ContextSizes.decoder(spec)));
        for (int i = 1; i < steps.size(); i++) {
            assertThat(steps.get(i).decoderBytes())
                    .isGreaterThan(steps.get(i - 1).decoderBytes() * 5 / 4);
            assertThat(steps.get(i).encoderBytes())
                    .isGreaterThan(steps.get(i - 1).encoderBytes() * 5 / 4);
        }
    }

    @Test
    void steps_ofTheDefaultWindow() {
        assertThat(ContextSteps.of(CodecSpec.of(Codec.DENSE, 2)))
                .containsExactly(
                        new ContextStep(259_264, 224_168),
                        new ContextStep(1_004_592, 871_192),
                        new ContextStep(7_574_880, 6_523_976));
    }

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"DENSE"},
            mode = EnumSource.Mode.EXCLUDE)
    void otherCodecs_haveOneStep(Codec codec) {
        CodecSpec spec = CodecSpec.of(codec);

        assertThat(ContextSteps.of(spec))
                .containsExactly(new ContextStep(ContextSizes.encoder(spec), ContextSizes.decoder(spec)));
    }

    static Stream<CodecSpec> levels() {
        return IntStream.rangeClosed(0, 3).mapToObj(level -> CodecSpec.of(Codec.DENSE, level));
    }

    @ParameterizedTest
    @MethodSource("levels")
    void quietStreams_takeTheFirstStep_until64KiBWereCarried(CodecSpec spec) throws Exception {
        ContextStep first = ContextSteps.of(spec).get(0);

        assertThat(first).isEqualTo(ContextSteps.usual(spec, LITTLE));
        assertTakesAtMost(first, spec, Samples.etcd(), LITTLE);
        assertTakesAtMost(first, spec, heartbeats(), LITTLE);
    }

    @ParameterizedTest
    @MethodSource("levels")
    void anyContent_takesNoMoreThanAllModels(CodecSpec spec) throws Exception {
        List<byte[]> reads = new ArrayList<>();
        Random random = new Random(1);
        for (byte[] read : Samples.postgres()) {
            reads.add(read);
            reads.add(Samples.noise(reads.size(), 1 + random.nextInt(8_000)));
        }
        for (int content : new int[] {10_000, LITTLE, SOME, 1 << 20}) {
            assertTakesAtMost(ContextSteps.most(spec, content), spec, reads, content);
        }
    }

    private static void assertTakesAtMost(ContextStep step, CodecSpec spec, List<byte[]> reads, int content)
            throws Exception {
        try (StreamPair pair = StreamPair.direct(spec)) {
            int carried = 0;
            for (byte[] read : reads) {
                if (carried + read.length > content) {
                    break;
                }
                pair.decode(pair.encode(read));
                carried += read.length;
                assertThat(pair.encoder.memoryBytes()).as("%d bytes", carried).isLessThanOrEqualTo(step.encoderBytes());
                assertThat(pair.decoder.memoryBytes()).as("%d bytes", carried).isLessThanOrEqualTo(step.decoderBytes());
            }
        }
    }

    /** Returns messages that differ in a counter and a time. */
    private static List<byte[]> heartbeats() {
        byte[] heartbeat = Samples.noise(1, 128);
        return IntStream.range(0, 1_000)
                .mapToObj(i -> ByteBuffer.wrap(heartbeat.clone())
                        .putLong(8, i)
                        .putLong(40, i * 1_000_003L)
                        .array())
                .toList();
    }
}

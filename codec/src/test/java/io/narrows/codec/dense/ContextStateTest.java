package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.narrows.testkit.Seed;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests contexts that begin from the state of another one. */
class ContextStateTest {
    private static final int WINDOW_LOG = 17;
    private static final int SAVED = 64 << 10;

    /** The stream is far longer than the window, so states are saved in every part of a lap. */
    @ParameterizedTest
    @MethodSource("contexts")
    void state_betweenAnyTwoFrames_isThatOfTheOtherEnd_andContextsBeginFromIt(Literals literals, int version)
            throws Exception {
        Random random = new Random(Seed.of("ContextStateTest, literals " + literals + ", version " + version));
        Traffic traffic = new Traffic(random);
        FramePair first = mixed(literals, version, random);
        FramePair later = mixed(literals, version, random);
        for (int round = 0; round < 25; round++) {
            for (int frames = random.nextInt(20); frames >= 0; frames--) {
                ByteBuffer next = traffic.next(64 << 10);
                if (frames % 5 == 1) {
                    byte[] learnt = new byte[1 + random.nextInt(next.remaining())];
                    next.duplicate().get(learnt);
                    first.pass(next);
                    first.learn(learnt);
                } else {
                    first.pass(next);
                }
            }
            ContextState state = first.encoder.state();
            ContextState received = first.decoder.state();

            assertThat(received.hash()).as("round %d", round).isEqualTo(state.hash());
            later.reset();
            assertThat(later.encoder.beginFrom(state)).isTrue();
            later.decoder.beginFrom(received);
            for (int frame = 0; frame < 5; frame++) {
                later.pass(traffic.next(20_000));
                assertThat(later.decoder.state().hash())
                        .as("round %d, frame %d", round, frame)
                        .isEqualTo(later.encoder.state().hash());
            }
        }
    }

    private static Stream<Arguments> contexts() {
        return Arrays.stream(Literals.values())
                .flatMap(literals -> IntStream.of(FrameEncoder.VERSION_1, FrameEncoder.VERSION_2)
                        .mapToObj(version -> Arguments.of(literals, version)));
    }

    private static FramePair mixed(Literals literals, int version, Random random) {
        Effort effort = new Effort(16, 4, literals);
        return version == FrameEncoder.VERSION_1
                ? FramePair.older(effort, WINDOW_LOG)
                : FramePair.mixed(effort, WINDOW_LOG, () -> random.nextInt(3) == 0);
    }

    private static FramePair pair(Literals literals, int version, int windowLog) {
        Effort effort = new Effort(16, 4, literals);
        return version == FrameEncoder.VERSION_1
                ? FramePair.older(effort, windowLog)
                : new FramePair(effort, windowLog);
    }

    /** All of the context is in the state, so a decoder that begins from it decodes what the encoder goes on to write. */
    @ParameterizedTest
    @MethodSource("contexts")
    void beginFrom_stateOfAShortContext_decodesTheFramesOfTheOneThatWentOn(Literals literals, int version)
            throws Exception {
        Random random = new Random(Seed.of("ContextStateTest, went on, " + literals + ", version " + version));
        Traffic traffic = new Traffic(random);
        FramePair first = mixed(literals, version, random);
        byte[] frame = first.encode(bytes(traffic));
        byte[] parameters = Arrays.copyOf(frame, Parameters.BYTES);
        first.decode(frame);
        for (int message = 0; message < 25; message++) {
            first.decode(first.encode(bytes(traffic)));
        }
        FramePair later = mixed(literals, version, random);
        later.decoder.beginFrom(first.encoder.state());
        for (int message = 0; message < 25; message++) {
            byte[] content = bytes(traffic);
            byte[] next = first.encode(content);
            byte[] sent = message == 0 ? join(parameters, next) : next;
            assertThat(later.decode(sent)).as("message %d", message).isEqualTo(content);
            assertThat(later.decoder.state().hash())
                    .as("state after message %d", message)
                    .isEqualTo(first.encoder.state().hash());
        }
    }

    private static byte[] bytes(Traffic traffic) {
        ByteBuffer next = traffic.next(1_200);
        byte[] content = new byte[next.remaining()];
        next.get(content);
        return content;
    }

    private static byte[] join(byte[] a, byte[] b) {
        return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
    }

    /** Only the encoder's table of positions differs, so its frames are about as short as those of a context that goes on. */
    @ParameterizedTest
    @MethodSource("contexts")
    void beginFrom_stateOfAShortContext_continuesAsIfItHadGoneOn(Literals literals, int version) throws Exception {
        Traffic traffic = new Traffic(new Random(Seed.of("ContextStateTest, short, " + literals)));
        FramePair first = pair(literals, version, WINDOW_LOG);
        for (int message = 0; message < 40; message++) {
            first.pass(traffic.next(2_000));
        }
        FramePair later = pair(literals, version, 20);
        later.encoder.beginFrom(first.encoder.state());
        later.decoder.beginFrom(first.decoder.state());
        int continued = 0;
        int begun = 0;
        int empty = 0;
        FramePair fresh = pair(literals, version, WINDOW_LOG);
        for (int message = 0; message < 40; message++) {
            ByteBuffer next = traffic.next(2_000);
            continued += first.pass(next);
            begun += later.pass(next);
            empty += fresh.pass(next);
        }

        assertThat(begun).isLessThan(continued + continued / 50 + 10).isLessThan(empty);
    }

    @Test
    void beginFrom_findsTheLatestContent_butNoneBefore() throws Exception {
        byte[] noise = new byte[3 * SAVED];
        new Random(9).nextBytes(noise);
        FramePair first = new FramePair(1, WINDOW_LOG);
        for (int at = 0; at < noise.length; at += 4 << 10) {
            first.pass(ByteBuffer.wrap(noise, at, 4 << 10));
        }
        FramePair late = new FramePair(1, WINDOW_LOG);
        late.encoder.beginFrom(first.encoder.state());
        late.decoder.beginFrom(first.decoder.state());

        assertThat(late.pass(ByteBuffer.wrap(noise, noise.length - SAVED, 30_000)))
                .isLessThan(100);
        assertThat(late.pass(ByteBuffer.wrap(noise, noise.length - SAVED - 30_000, 30_000)))
                .isGreaterThan(29_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reset_forgetsTheState(boolean wasUsed) throws Exception {
        FramePair first = new FramePair(2, WINDOW_LOG);
        first.pass(ByteBuffer.wrap(new byte[100]));
        FramePair later = new FramePair(2, WINDOW_LOG);
        later.encoder.beginFrom(first.encoder.state());
        later.decoder.beginFrom(first.decoder.state());
        if (wasUsed) {
            later.pass(ByteBuffer.wrap(new byte[] {5, 6, 7}));
        }

        later.reset();
        byte[] content = {1, 2, 3, 4, 5};
        byte[] frame = later.encode(content);
        assertThat(frame).isEqualTo(new FramePair(2, WINDOW_LOG).encode(content));
        assertThat(later.decode(frame)).isEqualTo(content);
    }

    @Test
    void beginFrom_stateOfOtherParameters_isRefused() throws Exception {
        FramePair mixed = new FramePair(3, WINDOW_LOG);
        mixed.pass(ByteBuffer.wrap(new byte[100]));
        FramePair level0 = new FramePair(0, WINDOW_LOG);
        level0.pass(ByteBuffer.wrap(new byte[100]));
        FramePair pair = FramePair.older(Effort.ofLevel(1), WINDOW_LOG);

        assertThat(pair.encoder.beginFrom(mixed.encoder.state())).isFalse();
        assertThat(pair.encoder.beginFrom(level0.encoder.state())).isFalse();
        byte[] frame = pair.encode(new byte[10]);
        for (FramePair other : new FramePair[] {mixed, level0}) {
            pair.decoder.reset();
            pair.decoder.beginFrom(other.decoder.state());
            assertThatExceptionOfType(DamagedFrameException.class).isThrownBy(() -> pair.decode(frame));
        }
        pair.decoder.reset();
        assertThat(pair.decode(frame)).isEqualTo(new byte[10]);
    }

    @Test
    void state_beforeTheFirstFrame_orBeginFromAfterIt_isRefused() throws Exception {
        FramePair pair = new FramePair(1, WINDOW_LOG);
        assertThatIllegalStateException().isThrownBy(pair.encoder::state);
        assertThatIllegalStateException().isThrownBy(pair.decoder::state);
        pair.pass(ByteBuffer.wrap(new byte[100]));

        ContextState state = pair.encoder.state();
        assertThatIllegalStateException().isThrownBy(() -> pair.encoder.beginFrom(state));
    }

    @Test
    void stateAndDictionary_inTheSameContext_areRefused() throws Exception {
        FramePair pair = new FramePair(1, WINDOW_LOG);
        pair.pass(ByteBuffer.wrap(new byte[100]));
        ContextState state = pair.encoder.state();

        pair.reset();
        assertThat(pair.encoder.beginFrom(state)).isTrue();
        pair.decoder.beginFrom(state);
        assertThatIllegalStateException().isThrownBy(() -> pair.encoder.loadDictionary(ByteBuffer.wrap(new byte[9])));
        byte[] first = pair.encode(new byte[10]);
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> pair.decoder.beginWithDictionary(ByteBuffer.wrap(first), ByteBuffer.wrap(new byte[9])));

        pair.reset();
        pair.encoder.loadDictionary(ByteBuffer.wrap(new byte[9]));
        assertThatIllegalStateException().isThrownBy(() -> pair.encoder.beginFrom(state));
    }
}

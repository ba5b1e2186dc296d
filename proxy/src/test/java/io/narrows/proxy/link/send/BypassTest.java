package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.support.Ledgers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BypassTest {
    private static final int FRAME = 64 * 1024;
    private static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD, 1);

    private final ContextBudget contexts = new ContextBudget(Codecs.load(), Ledgers.of(64 << 20));
    private final Bypass bypass = new Bypass(contexts, new PeerId("b"));
    private final Random random = new Random(1);

    @AfterEach
    void allContextsAreReturned() {
        bypass.close();

        assertThat(contexts.usedBytes()).isZero();
    }

    @Test
    void fewPoorFramesDecideNothing() {
        bypass.compressed(FRAME, FRAME + 20, 0);

        assertThat(bypass.active()).isFalse();
    }

    @Test
    void poorSpanStartsIt() {
        poorSpan();

        assertThat(bypass.active()).isTrue();
    }

    @Test
    void goodFramesInTheSpanKeepItOff() {
        bypass.compressed(FRAME, FRAME, 0);
        bypass.compressed(FRAME, FRAME / 2, 0);

        assertThat(bypass.active()).isFalse();
    }

    @Test
    void streamThatShrinksAgainIsNoticedWithinASecond() {
        poorSpan();

        pass(new byte[FRAME], 499);
        assertThat(bypass.active()).isTrue();

        pass(new byte[FRAME], 500);
        assertThat(bypass.active()).isFalse();
    }

    @Test
    void streamThatShrinksAgainIsNoticedWithinEightMebibytes() {
        poorSpan();

        for (int i = 0; i < 127; i++) {
            pass(new byte[FRAME], 1);
            assertThat(bypass.active()).isTrue();
        }
        pass(new byte[FRAME], 1);

        assertThat(bypass.active()).isFalse();
    }

    @Test
    void probeThatDoesNotShrinkLeavesItOn() {
        poorSpan();

        for (int i = 1; i < 10; i++) {
            pass(noise(FRAME), 500 * i);
        }

        assertThat(bypass.active()).isTrue();
    }

    @Test
    void recordsThatOnlyShrinkByWhatTheyShareEndIt() {
        poorSpan();
        byte[] shared = noise(200);

        for (int i = 0; i < 100; i++) {
            pass(shared, 500 + i);
        }

        assertThat(bypass.active()).isFalse();
    }

    @Test
    void probeTakesAFastLevelOfASlowCodec_inASmallWindow() {
        poorSpan();

        pass(noise(200), CodecSpec.of(Codec.ZSTD, 19), 500);

        assertThat(bypass.memoryBytes()).isPositive().isLessThan(1 << 20);
    }

    @Test
    void probeThatWaitsForBytesGivesItsContextBackWhenIdle() {
        poorSpan();
        pass(noise(200), 500);
        assertThat(contexts.usedBytes()).isPositive();

        bypass.releaseIfIdleFor(TimeUnit.SECONDS.toNanos(60), TimeUnit.SECONDS.toNanos(61));

        assertThat(contexts.usedBytes()).isZero();
        assertThat(bypass.active()).isTrue();
    }

    private void poorSpan() {
        bypass.compressed(FRAME, FRAME + 10, 0);
        bypass.compressed(FRAME, FRAME + 10, 0);
    }

    private void pass(byte[] bytes, long millis) {
        pass(bytes, ZSTD, millis);
    }

    private void pass(byte[] bytes, CodecSpec spec, long millis) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(bytes.length).writeBytes(bytes);
        bypass.passed(PooledByteBufAllocator.DEFAULT, app, spec, TimeUnit.MILLISECONDS.toNanos(millis));
        assertThat(app.readableBytes()).isEqualTo(bytes.length);
        app.release();
    }

    private byte[] noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}

package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class BypassTest {
    private static final int FRAME = 64 * 1024;

    private final Bypass bypass = new Bypass();

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
    void probeIsDueAfterHalfASecondOrFourMebibytes() {
        poorSpan();

        assertThat(bypass.passed(100, TimeUnit.MILLISECONDS.toNanos(499))).isFalse();
        assertThat(bypass.passed(100, TimeUnit.MILLISECONDS.toNanos(500))).isTrue();
        assertThat(bypass.passed(100, TimeUnit.MILLISECONDS.toNanos(501))).isFalse();
        assertThat(bypass.passed(4 << 20, TimeUnit.MILLISECONDS.toNanos(502))).isTrue();
    }

    @Test
    void onlyAProbeThatShrinksEndsIt() {
        poorSpan();

        bypass.probe(FRAME, FRAME * 95 / 100);
        assertThat(bypass.active()).isTrue();

        bypass.probe(FRAME, FRAME / 2);
        assertThat(bypass.active()).isFalse();
    }

    private void poorSpan() {
        bypass.compressed(FRAME, FRAME + 10, 0);
        bypass.compressed(FRAME, FRAME + 10, 0);
    }
}

package io.narrows.estimate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import org.junit.jupiter.api.Test;

class FrameCounterTest {
    @Test
    void plainLink_headerOfLengthKindAndChecksum() {
        FrameCounter frames = new FrameCounter(false);

        assertThat(frames.next(Codec.ZSTD, true, 100)).isEqualTo(100 + 1 + 1 + 4);
        assertThat(frames.next(Codec.ZSTD, false, 200)).isEqualTo(200 + 2 + 1 + 4);
    }

    @Test
    void tls_shortHeadersChecksPerStretchAndRecords() {
        FrameCounter frames = new FrameCounter(true);

        assertThat(frames.next(Codec.ZSTD, true, 100)).as("new context").isEqualTo(100 + 2 + 22);
        assertThat(frames.next(Codec.ZSTD, false, 100)).as("brief").isEqualTo(100 + 1 + 22);
        assertThat(frames.next(Codec.ZSTD, false, 400)).as("ends a stretch").isEqualTo(400 + 3 + 2 + 22);
    }

    @Test
    void segmentsOfAWrite_haveHeaders() {
        assertThat(WireCosts.headers(1448, false)).isEqualTo(52);
        assertThat(WireCosts.headers(1449, false)).isEqualTo(104);
        assertThat(WireCosts.headers(1428, true)).isEqualTo(72);
        assertThat(WireCosts.records(16_385)).isEqualTo(44);
    }
}

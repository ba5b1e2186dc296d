package io.narrows.proxy.link.send;

import static io.narrows.codec.PackedFormat.GZIP;
import static io.narrows.codec.PackedFormat.LZ4;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.PackedFormat;
import io.narrows.testkit.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnpackedGainsTest {
    private static final int ORIGINAL = UnpackedGains.JUDGED / 4;
    private static final int CARRIED = 3 * ORIGINAL;
    private static final int MOST = (int) (UnpackedGains.MOST_PER_BYTE * ORIGINAL);

    private final UnpackedGains gains = new UnpackedGains();
    private long at;

    @Test
    void shorterFrames_gain() {
        sendPieces(GZIP, 40, MOST - 1);

        assertThat(gains.allows(GZIP, 1)).isTrue();
    }

    @Test
    void longerFrames_gainNothing_untilTheNextTrial() {
        sendPieces(GZIP, 3, MOST + 1);
        assertThat(gains.allows(GZIP, 1)).isTrue();
        sendPieces(GZIP, 1, MOST + 1);

        assertThat(gains.allows(GZIP, UnpackedGains.PAUSE - 1)).isFalse();
        assertThat(gains.allows(GZIP, 1)).isFalse();
        assertThat(gains.allows(GZIP, 1)).isTrue();

        sendPieces(GZIP, 4, MOST + 1);
        assertThat(gains.allows(GZIP, 1)).isFalse();
    }

    @Test
    void piecesUnpackedBeforeThePause_doNotEndIt() {
        for (int i = 0; i < 8; i++) {
            gains.unpacked(GZIP, at + (long) i * CARRIED, CARRIED, ORIGINAL);
        }
        for (int i = 0; i < 8; i++) {
            send(CARRIED, i < 4 ? MOST + 1 : 1);
        }

        assertThat(gains.allows(GZIP, UnpackedGains.PAUSE - 1)).isFalse();
        assertThat(gains.allows(GZIP, 1)).isFalse();
        assertThat(gains.allows(GZIP, 1)).isTrue();
    }

    @Test
    void anotherCodec_isTriedAtOnce() {
        sendPieces(GZIP, 4, MOST + 1);
        gains.unpacked(GZIP, at, CARRIED, ORIGINAL);
        gains.reset();
        send(CARRIED, 100 * MOST);

        assertThat(gains.allows(GZIP, 1)).isTrue();
    }

    @Test
    void formats_areJudgedByThemselves() {
        for (int i = 0; i < 40; i++) {
            sendPieces(GZIP, 1, MOST + 1);
            sendPieces(LZ4, 1, ORIGINAL / 2);
        }

        assertThat(gains.allows(GZIP, 1)).isFalse();
        assertThat(gains.allows(LZ4, 1)).isTrue();
    }

    @Test
    void framesWithoutPieces_areNotJudged() {
        for (int i = 0; i < 100; i++) {
            send(CARRIED, 2 * CARRIED);
        }
        sendPieces(GZIP, 40, MOST - 1);

        assertThat(gains.allows(GZIP, 1)).isTrue();
    }

    /** A piece that is divided among frames, and a frame with other content, count in proportion. */
    @Test
    void pieces_countForTheirPartsOfFrames() {
        Random random = new Random(Seed.of("UnpackedGainsTest"));
        for (double factor : new double[] {1.02, 1.04}) {
            UnpackedGains judged = new UnpackedGains();
            long content = 0;
            for (int i = 0; i < 40; i++) {
                content += random.nextInt(20_000); // literals
                judged.unpacked(GZIP, content, CARRIED, ORIGINAL);
                content += CARRIED;
            }
            int wireOfTwo = (int) (2 * 65_536 * factor * ORIGINAL / CARRIED);
            for (long left = content; left > 0; left -= 2 * 65_536) {
                int first = (int) Math.min(left, 1 + random.nextInt(65_536));
                int second = (int) Math.min(left - first, 2 * 65_536 - first);
                judged.sent(first, (int) ((long) wireOfTwo * first / (2 * 65_536)));
                if (second > 0) {
                    judged.sent(second, (int) ((long) wireOfTwo * second / (2 * 65_536)));
                }
            }
            assertThat(judged.allows(GZIP, 1)).as("%s", factor).isEqualTo(factor < UnpackedGains.MOST_PER_BYTE);
        }
    }

    private void sendPieces(PackedFormat format, int count, int wire) {
        for (int i = 0; i < count; i++) {
            gains.unpacked(format, at, CARRIED, ORIGINAL);
            send(CARRIED, wire);
        }
    }

    private void send(int content, int wire) {
        at += content;
        gains.sent(content, wire);
    }
}

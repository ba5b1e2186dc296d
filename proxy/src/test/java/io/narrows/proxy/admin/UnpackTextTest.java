package io.narrows.proxy.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import io.narrows.proxy.meter.UnpackMeter;
import org.junit.jupiter.api.Test;

final class UnpackTextTest {
    private static final PeerId B = new PeerId("b");

    private final UnpackMeter meter = new UnpackMeter();

    @Test
    void sentPieces_haveALineForEachFormat() {
        UnpackMeter.Sending sending = meter.sending(B);
        sending.unpacked(PackedFormat.LZ4, "lz4 hc 9", 100);
        sending.unpacked(PackedFormat.LZ4, "lz4 fast", 2_900);
        sending.refused(PackedFormat.LZ4, "no-recipe", 600);
        sending.refused(PackedFormat.LZ4, "late", 400);
        sending.refused(PackedFormat.ZSTD, "no-recipe", 50);

        assertThat(UnpackText.of(meter.figures().of(B))).isEqualTo("""
                unpacked     lz4: 75.0 % of 4,000 bytes in 4 pieces to this peer; recipes: lz4 fast, lz4 hc 9; as they are: no-recipe 1, late 1
                unpacked     zstd: 0.0 % of 50 bytes in 1 piece to this peer; as they are: no-recipe 1
                """);
    }

    @Test
    void otherPeers_andReceivedPieces_areLeftOut() {
        meter.sending(new PeerId("c")).unpacked(PackedFormat.LZ4, "lz4 fast", 100);
        meter.receiving(B).rebuilt(PackedFormat.LZ4, "lz4 fast", 100);

        assertThat(UnpackText.of(meter.figures().of(B))).isEmpty();
    }
}

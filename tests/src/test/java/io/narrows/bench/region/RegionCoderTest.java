package io.narrows.bench.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.region.RegionCoder.Frame;
import io.narrows.bench.region.RegionTraffic.Read;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RegionCoderTest {
    private static final long MILLI = 1_000_000;
    private static final int READS = 100;
    private static final int LENGTH = 1000;

    private final Codecs codecs = Codecs.load();

    @Test
    void secondCopy_takesFewBytesInOneContext_andAllOfThemInSeparateOnes() {
        RegionTraffic traffic = log(MILLI);

        assertThat(toSecond(traffic, Variant.of(Sharing.NONE))).isGreaterThan(READS * LENGTH);
        assertThat(toSecond(traffic, Variant.of(Sharing.ONE))).isLessThan(READS * 20);
        assertThat(toSecond(traffic, Variant.of(Sharing.SECOND))).isLessThan(READS * LENGTH / 4);
    }

    @Test
    void whatTheRegionConfirms_isLearnedOnlyThen() {
        Variant confirmed = Variant.confirmed(80);

        assertThat(toSecond(log(MILLI), confirmed)).isGreaterThan(READS * LENGTH);
        assertThat(toSecond(log(100 * MILLI), confirmed)).isLessThan(READS * LENGTH / 2);
    }

    @Test
    void framesOfOneContext_areDecodedByBothSidecars() {
        List<Frame> frames = code(log(MILLI), Variant.of(Sharing.ONE));

        assertThat(DecodingTime.nanos(frames, Sharing.ONE, 0, codecs)).isPositive();
        assertThat(DecodingTime.nanos(frames, Sharing.ONE, 1, codecs)).isPositive();
    }

    private long toSecond(RegionTraffic traffic, Variant variant) {
        return code(traffic, variant).stream()
                .filter(frame -> frame.read().follower() == 1)
                .mapToLong(Frame::linkBytes)
                .sum();
    }

    private List<Frame> code(RegionTraffic traffic, Variant variant) {
        return RegionCoder.code(traffic, variant, codecs, CodecSpec.of(Codec.DENSE, 2));
    }

    /** Returns random entries, one every 5 ms, that the second follower is sent some time after the first. */
    private static RegionTraffic log(long afterNanos) {
        SplittableRandom random = new SplittableRandom(7);
        List<Read> reads = new ArrayList<>();
        for (int i = 0; i < READS; i++) {
            byte[] entry = new byte[LENGTH];
            random.nextBytes(entry);
            long nanos = 5L * i * MILLI;
            reads.add(new Read(nanos, "leader-log", 0, true, ByteBuffer.wrap(entry)));
            reads.add(new Read(nanos + afterNanos, "leader-log", 1, true, ByteBuffer.wrap(entry)));
        }
        reads.sort(Comparator.comparingLong(Read::nanos));
        return new RegionTraffic("log", reads);
    }
}

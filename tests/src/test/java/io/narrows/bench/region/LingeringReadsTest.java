package io.narrows.bench.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.bench.region.RegionTraffic.Read;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LingeringReadsTest {
    @Test
    void readsWithinTheTime_areJoined_inTheirDirectionOnly() {
        List<Read> joined =
                LingeringReads.join(List.of(read(0, 0, 1), read(1, 1, 2), read(10, 0, 3), read(11, 0, 4)), 10);

        assertThat(joined)
                .containsExactly(
                        new Read(10, "log", 0, true, ByteBuffer.wrap(new byte[] {1, 3})),
                        read(11, 1, 2),
                        read(21, 0, 4));
    }

    @Test
    void readsThatFillAFrame_areSentWhenTheNextOneComes() {
        Read half = new Read(1, "log", 0, true, ByteBuffer.allocate(32 << 10));
        Read more = new Read(3, "log", 0, true, ByteBuffer.allocate(33 << 10));

        assertThat(LingeringReads.join(List.of(half, more), 10))
                .containsExactly(new Read(3, "log", 0, true, half.data()), new Read(13, "log", 0, true, more.data()));
    }

    @Test
    void readThatIsAFrame_doesNotWait() {
        Read large = new Read(1, "log", 0, true, ByteBuffer.allocate(64 << 10));

        assertThat(LingeringReads.join(List.of(read(0, 0, 7), large, read(2, 0, 8)), 10))
                .containsExactly(read(1, 0, 7), large, read(12, 0, 8));
    }

    @Test
    void readsThatDoNotFit_afterTheTime_leaveTheEarlierOnesTheirTime() {
        Read large = new Read(20, "log", 0, true, ByteBuffer.allocate(64 << 10));

        assertThat(LingeringReads.join(List.of(read(0, 0, 7), large), 10)).containsExactly(read(10, 0, 7), large);
    }

    private static Read read(long nanos, int follower, int content) {
        return new Read(nanos, "log", follower, true, ByteBuffer.wrap(new byte[] {(byte) content}));
    }
}

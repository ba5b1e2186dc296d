package io.narrows.estimate.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadCutterTest {
    private static final long MILLI = 1_000_000;
    private static final long WAKE = ReadCutter.WAKE_NANOS;

    private final List<String> reads = new ArrayList<>();
    private final ReadCutter cutter = new ReadCutter((nanos, bytes, length) -> reads.add(nanos + ":" + length));

    @Test
    void smallSegments_areReadsOfTheirOwn() {
        add(1, 100);
        add(WAKE + 2, 100);
        cutter.flush();

        assertThat(reads).containsExactly("1:100", WAKE + 2 + ":100");
    }

    @Test
    void segmentsThatArriveBeforeTheSidecarReads_areOneRead() {
        add(0, 100);
        add(WAKE / 2, 100);
        add(WAKE, 100);
        add(WAKE + 1, 50);
        cutter.flush();

        assertThat(reads).containsExactly(WAKE + ":300", WAKE + 1 + ":50");
    }

    @Test
    void fullSegments_continueOneWrite_untilOneThatIsNotFull() {
        add(1, 1448);
        add(WAKE, 1448);
        add(2 * WAKE, 500);
        add(2 * WAKE + 1, 20);
        cutter.flush();

        assertThat(reads).containsExactly(2 * WAKE + ":3396", 2 * WAKE + 1 + ":20");
    }

    @Test
    void severalSegmentsInOne_asBeforeTheNetworkCard_areFull() {
        add(0, 10 * 1448);
        add(WAKE, 3 * 1448);
        add(2 * WAKE, 7);
        cutter.flush();

        assertThat(reads).containsExactly(2 * WAKE + ":" + (13 * 1448 + 7));
    }

    @Test
    void fullSegment_followedLate_isARead() {
        add(0, 1448);
        add(MILLI + 1, 100);
        cutter.flush();

        assertThat(reads).containsExactly("0:1448", MILLI + 1 + ":100");
    }

    @Test
    void longWrite_isCutAt64KiB() {
        for (int i = 0; i < 50; i++) {
            add(i, 1448);
        }
        cutter.flush();

        assertThat(reads).containsExactly("45:65536", "49:" + (50 * 1448 - 65536));
    }

    @Test
    void longSegment_isCutAt64KiB() {
        add(0, 1448);
        add(1, 65_160);
        add(2, 10);
        cutter.flush();

        assertThat(reads).containsExactly("1:65536", "2:" + (1448 + 65_160 - 65_536 + 10));
    }

    @Test
    void isDue_onlyWhileBytesWait() {
        assertThat(cutter.isDue(5 * MILLI)).isFalse();
        add(0, 1448);
        assertThat(cutter.isWaiting()).isTrue();
        assertThat(cutter.isDue(MILLI)).isFalse();
        assertThat(cutter.isDue(MILLI + 1)).isTrue();
        cutter.flush();
        assertThat(cutter.isDue(5 * MILLI)).isFalse();
    }

    @Test
    void waitingReads_endWhenTheCaptureHasPassedThem() {
        WaitingReads waiting = new WaitingReads();
        add(0, 1448);
        waiting.update(cutter);

        waiting.flushDue(MILLI);
        assertThat(reads).isEmpty();
        waiting.flushDue(MILLI + 1);
        assertThat(reads).containsExactly("0:1448");
    }

    private void add(long nanos, int bytes) {
        cutter.add(nanos, ByteBuffer.allocate(bytes));
    }
}

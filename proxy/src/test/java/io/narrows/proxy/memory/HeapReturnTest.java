package io.narrows.proxy.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

final class HeapReturnTest {
    private static final long MIB = 1 << 20;

    private long held;
    private long other = 16 * MIB;
    private long garbage;
    private int collections;

    private final HeapReturn heap = new HeapReturn(() -> held, () -> held + other + garbage, this::collect);

    private void collect() {
        collections++;
        garbage = 0;
    }

    @Test
    void heapOfEndedLinks_isCollectedOnce() {
        held = 300 * MIB;
        heap.look();
        assertThat(collections).as("while they are open").isZero();

        held = 0;
        garbage = 300 * MIB;
        heap.look();
        heap.look();

        assertThat(collections).isEqualTo(1);
    }

    @Test
    void littleGarbage_isLeft() {
        garbage = HeapReturn.LEAST_BYTES - 1;
        heap.look();
        assertThat(collections).isZero();

        garbage++;
        heap.look();

        assertThat(collections).isEqualTo(1);
    }

    /** Collecting takes as long as there is live memory, so it must free more. */
    @Test
    void garbageBesideMuchLiveMemory_isCollectedLater() {
        held = 80 * MIB;
        garbage = 39 * MIB;
        heap.look();
        assertThat(collections).isZero();

        garbage = 40 * MIB;
        heap.look();

        assertThat(collections).isEqualTo(1);
    }

    @Test
    void liveMemoryThatLinksDoNotHold_isTakenForGarbageLessAndLessOften() {
        other = 200 * MIB;

        for (int i = 0; i < 1_000; i++) {
            heap.look();
        }

        assertThat(collections).isBetween(1, 12);
    }

    /** Links that have just ended may still be in use by a thread or a timer. */
    @Test
    void heapThatWasLiveDuringACollection_isCollectedLater() {
        garbage = 100 * MIB;
        other += 30 * MIB;
        heap.look();
        assertThat(collections).isEqualTo(1);

        other -= 30 * MIB;
        garbage = 30 * MIB;
        heap.look();

        assertThat(collections).isEqualTo(2);
    }

    /** Other live memory makes a collection as long as that of links does. */
    @Test
    void garbageBesideMuchOtherLiveMemory_isCollectedLater() {
        other = 200 * MIB;
        for (int i = 0; i < 3; i++) {
            heap.look();
        }
        assertThat(collections).as("until what is live is known").isEqualTo(2);

        garbage = 91 * MIB;
        heap.look();
        assertThat(collections).isEqualTo(2);

        garbage = 92 * MIB;
        heap.look();

        assertThat(collections).isEqualTo(3);
    }

    @Test
    void garbageThatRecursBesideMuchOtherLiveMemory_isCollectedOnlyWhenItIsMuch() {
        other = 200 * MIB;

        for (int i = 0; i < 600; i++) {
            garbage += 16 * MIB;
            heap.look();
        }

        assertThat(collections).isBetween(90, 110);
        assertThat(garbage).isLessThan(92 * MIB);
    }

    /** The tests run with the serial collector. */
    @Test
    void garbageOfThisProcess_isCollected() {
        HeapReturn ofThisProcess = HeapReturn.ofThisProcess(() -> 0).orElseThrow();
        ofThisProcess.look(); // what is live belongs to others from then on
        System.gc();
        byte[] live = new byte[(int) Math.max(64 * MIB, usedBytes())]; // as much as earlier tests have left
        System.gc(); // moves it to the old generation
        WeakReference<byte[]> ended = new WeakReference<>(live);
        assertThat(live).isNotEmpty();
        live = null;

        ofThisProcess.look();

        assertThat(ended.get()).isNull();
    }

    private static long usedBytes() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}

package io.narrows.proxy.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MemoryPoolTest {
    private static final PeerId A = new PeerId("a");
    private static final PeerId B = new PeerId("b");
    private static final long LIMIT = 1_000;

    private final MemoryPool pool = new MemoryPool(Purpose.SENDING, LIMIT, 300);

    @Test
    void onePeer_leavesAFifthForOthers() {
        takeAll("greedy", Storage.NATIVE);

        assertThat(pool.account(new PeerId("greedy")).usedBytes()).isEqualTo(LIMIT / 5 * 4);
        assertThat(pool.account(new PeerId("other")).take(Storage.NATIVE, LIMIT / 10))
                .isTrue();
    }

    @Test
    void twoPeers_mayHoldTheSame() {
        for (boolean taken = true; taken; ) {
            taken = pool.account(A).take(Storage.NATIVE, 1) | pool.account(B).take(Storage.NATIVE, 1);
        }

        assertThat(pool.account(A).usedBytes())
                .isBetween(LIMIT * 4 / 9 - 4, LIMIT * 4 / 9 + 4)
                .isCloseTo(pool.account(B).usedBytes(), org.assertj.core.data.Offset.offset(4L));
    }

    @Test
    void heap_isLimitedByItself() {
        takeAll("a", Storage.HEAP);

        assertThat(pool.heapUsedBytes()).isEqualTo(pool.heapLimitBytes());
        assertThat(pool.account(A).take(Storage.NATIVE, 100)).isTrue();
        assertThat(pool.usedBytes()).isEqualTo(400);
    }

    @Test
    void refusal_takesNothing_andIsCounted() {
        assertThat(pool.account(A).take(Storage.NATIVE, LIMIT + 1)).isFalse();
        assertThat(pool.account(A).take(Storage.HEAP, 301)).isFalse();

        assertThat(pool.usedBytes()).isZero();
        assertThat(pool.heapUsedBytes()).isZero();
        assertThat(pool.account(A).usedBytes()).isZero();
        assertThat(pool.account(A).refusals()).isEqualTo(2);
    }

    @Test
    void returnedMemory_canBeTakenAgain() {
        pool.account(A).take(Storage.HEAP, 300);

        pool.account(A).giveBack(Storage.HEAP, 300);

        assertThat(pool.account(B).take(Storage.HEAP, 300)).isTrue();
    }

    @Test
    void manyThreads_neverHoldMoreThanTheLimit() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Long>> peers = IntStream.range(0, 8)
                    .<Callable<Long>>mapToObj(peer -> () -> takeAll("peer-" + peer, Storage.NATIVE))
                    .toList();
            long sum = 0;
            for (Future<Long> taken : threads.invokeAll(peers)) {
                sum += taken.get();
            }

            assertThat(sum).isEqualTo(pool.usedBytes()).isLessThanOrEqualTo(LIMIT);
        } finally {
            threads.shutdown();
        }
    }

    private long takeAll(String peer, Storage storage) {
        long taken = 0;
        while (pool.account(new PeerId(peer)).take(storage, 1)) {
            taken++;
        }
        return taken;
    }
}

package io.narrows.node.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.thread.StoreThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WorkersTest {
    @Test
    void reads_asManyAtOnceAsThereAreThreads() throws Exception {
        StoreThreads threads = StoreThreads.of(4);
        try (Workers workers = new Workers(threads)) {
            assertThat(allMeet(workers.points(), threads.reads())).isTrue();
            assertThat(allMeet(workers.ranges(), threads.reads())).isTrue();
        }
    }

    /** Returns whether that many reads run concurrently: each waits for all the others. */
    private static boolean allMeet(ReadLane lane, int reads) throws Exception {
        CountDownLatch met = new CountDownLatch(reads);
        List<CompletableFuture<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < reads; i++) {
            all.add(lane.admit(executor -> CompletableFuture.supplyAsync(() -> meet(met), executor)));
        }
        boolean every = true;
        for (CompletableFuture<Boolean> one : all) {
            every &= one.get();
        }
        return every;
    }

    private static boolean meet(CountDownLatch met) {
        met.countDown();
        try {
            return met.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

package io.narrows.node.watch;

import static io.narrows.node.watch.WatchedStore.create;
import static io.narrows.node.watch.WatchedStore.progress;
import static io.narrows.node.watch.WatchedStore.watching;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchResponse;
import io.narrows.node.mvcc.KeyRange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a watch receives every event of its keys from its start on, once and in order, regardless of clients and
 * limits.
 */
@Timeout(60)
class WatchModelTest {
    private static final int STEPS = 600;
    private static final int KEYS = 6;

    @TempDir
    private Path directory;

    private final List<Watching> watches = new ArrayList<>();
    private Random random;
    private WatchedStore store;

    private record Watching(RecordingClient client, WatchStream stream, WatchCreateRequest request) {}

    @RepeatedTest(6)
    void everyWatch_isToldItsEvents(RepetitionInfo repetition) throws Exception {
        long seed = repetition.getCurrentRepetition() * 7919L;
        System.out.println("seed " + seed);
        random = new Random(seed);
        WatchOptions tight = new WatchOptions(
                Duration.ofMinutes(10),
                1 << 20,
                1 + random.nextInt(4000),
                1 + random.nextInt(20_000),
                1 + random.nextInt(20));

        try (WatchedStore opened = new WatchedStore(directory, tight)) {
            store = opened;
            for (int step = 0; step < STEPS; step++) {
                step();
            }

            for (Watching watching : watches) {
                watching.client().reading(true);
                watching.stream().ready();
                watching.stream().request(progress());
            }
            for (Watching watching : watches) {
                assertThat(told(watching))
                        .as("seed %s, %s", seed, watching.request())
                        .isEqualTo(expected(watching));
            }
        }
    }

    private void step() throws IOException {
        int choice = random.nextInt(100);
        if (choice < 70) {
            store.put("k" + random.nextInt(KEYS), "v".repeat(random.nextInt(300)));
        } else if (choice < 80) {
            store.delete("k" + random.nextInt(KEYS), "k" + random.nextInt(KEYS));
        } else if (choice < 90) {
            store.putTogether(List.of("k0", "k1", "k2"), "t");
        } else if (choice < 95 && !watches.isEmpty()) {
            Watching watching = watches.get(random.nextInt(watches.size()));
            watching.client().reading(random.nextBoolean());
            watching.stream().ready();
        } else {
            watch();
        }
    }

    private void watch() {
        RecordingClient client = new RecordingClient();
        WatchStream stream = store.hub().open(client);
        long revision = store.keyspace().revision();
        long start = Math.max(1, revision + 5 - random.nextInt(200));
        WatchCreateRequest.Builder request = watching("k" + random.nextInt(KEYS), random.nextBoolean() ? "" : "l")
                .setStartRevision(start)
                .setPrevKv(random.nextBoolean());
        stream.request(create(request));
        watches.add(new Watching(client, stream, request.build()));
    }

    private static List<Event> told(Watching watching) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        while (true) {
            WatchResponse response = watching.client().next();
            if (response.getWatchId() == -1) {
                return events;
            }
            events.addAll(response.getEventsList());
        }
    }

    private List<Event> expected(Watching watching) {
        WatchCreateRequest request = watching.request();
        KeyRange range = KeyRange.of(request);
        return store.log().stream()
                .filter(event -> range.contains(event.getKv().getKey()))
                .filter(event -> event.getKv().getModRevision() >= request.getStartRevision())
                .map(event -> request.getPrevKv()
                        ? event
                        : event.toBuilder().clearPrevKv().build())
                .toList();
    }
}

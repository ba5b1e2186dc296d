package io.narrows.node.watch;

import static io.narrows.node.watch.WatchedStore.create;
import static io.narrows.node.watch.WatchedStore.progress;
import static io.narrows.node.watch.WatchedStore.watching;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.WatchResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SlowClientTest {
    private static final int STREAM_BYTES = 4 << 10;
    private static final int PUTS = 500;
    private static final String VALUE = "v".repeat(100);

    @TempDir
    private Path directory;

    private final RecordingClient slow = new RecordingClient();
    private WatchedStore store;

    @BeforeEach
    void open() throws IOException {
        store = new WatchedStore(
                directory, new WatchOptions(Duration.ofMinutes(10), 1 << 20, STREAM_BYTES, 64 << 20, 7));
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private WatchStream watchAndStopReading() throws InterruptedException {
        WatchStream stream = store.hub().open(slow);
        stream.request(create(watching("a")));
        slow.next();
        slow.reading(false);
        return stream;
    }

    private void putAll() throws IOException {
        for (int i = 0; i < PUTS; i++) {
            store.put("a", VALUE);
        }
    }

    /** Makes a request on another stream, which is served by the same thread. */
    private void awaitHub() throws InterruptedException {
        RecordingClient probe = new RecordingClient();
        WatchStream stream = store.hub().open(probe);
        stream.request(progress());
        probe.next();
        stream.close();
    }

    @Test
    void getsAll_onceItReadsAgain() throws Exception {
        WatchStream stream = watchAndStopReading();
        putAll();
        awaitHub();
        assertThat(slow.waiting()).isEmpty();

        slow.reading(true);
        stream.ready();

        assertThat(slow.nextEvents(PUTS))
                .extracting(event -> event.getKv().getModRevision())
                .containsExactlyElementsOf(LongStream.range(2, 2 + PUTS).boxed().toList());
    }

    @Test
    void keepsNoMoreThanItsShare() throws Exception {
        WatchStream stream = watchAndStopReading();

        putAll();
        awaitHub();

        slow.reading(true);
        stream.ready();
        List<Event> first = slow.next().getEventsList();
        assertThat(first).hasSize(1);
        long kept = slow.waiting().stream()
                .filter(response -> response.getEventsCount() == 1)
                .count();
        assertThat(kept * VALUE.length()).isLessThan(2 * STREAM_BYTES);
    }

    @Test
    void delaysNoOtherClient() throws Exception {
        watchAndStopReading();
        RecordingClient quick = new RecordingClient();
        store.hub().open(quick).request(create(watching("a")));
        quick.next();

        putAll();

        assertThat(quick.nextEvents(PUTS)).hasSize(PUTS);
        assertThat(slow.waiting()).isEmpty();
    }

    @Test
    void progressItAskedFor_comesWhenItHasAll() throws Exception {
        WatchStream stream = watchAndStopReading();
        putAll();
        awaitHub();
        stream.request(progress());
        awaitHub();

        slow.reading(true);
        stream.ready();

        assertThat(slow.nextEvents(PUTS)).hasSize(PUTS);
        WatchResponse progress = slow.next();
        assertThat(progress.getWatchId()).isEqualTo(-1);
        assertThat(progress.getHeader().getRevision()).isEqualTo(PUTS + 1);
    }

    @Test
    void losesItsWatch_whenWhatItHasNotReadIsCompacted() throws Exception {
        WatchStream stream = watchAndStopReading();
        putAll();
        awaitHub();
        store.compact(PUTS);

        slow.reading(true);
        stream.ready();

        WatchResponse response = slow.next();
        while (response.getEventsCount() > 0) {
            response = slow.next();
        }
        assertThat(response.getCanceled()).isTrue();
        assertThat(response.getCompactRevision()).isEqualTo(PUTS);
    }

    @Test
    void batchesOfHistory_keepRevisionsWhole() throws Exception {
        List<String> keys = LongStream.range(0, 50).mapToObj(i -> "k" + i).toList();
        store.putTogether(keys, VALUE);
        store.putTogether(keys, VALUE);

        store.hub().open(slow).request(create(watching("k", "l").setStartRevision(1)));

        slow.next();
        assertThat(slow.next().getEventsCount()).isEqualTo(50);
        assertThat(slow.next().getEventsCount()).isEqualTo(50);
    }
}

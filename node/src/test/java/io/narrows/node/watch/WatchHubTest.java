package io.narrows.node.watch;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.watch.WatchedStore.cancel;
import static io.narrows.node.watch.WatchedStore.create;
import static io.narrows.node.watch.WatchedStore.progress;
import static io.narrows.node.watch.WatchedStore.watching;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.WatchCreateRequest.FilterType;
import io.narrows.node.etcd.WatchResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WatchHubTest {
    @TempDir
    private Path directory;

    private final RecordingClient client = new RecordingClient();
    private WatchedStore store;
    private WatchStream stream;

    @BeforeEach
    void open() throws IOException {
        store = new WatchedStore(directory, WatchOptions.DEFAULT);
        stream = store.hub().open(client);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private WatchResponse created() throws InterruptedException {
        WatchResponse response = client.next();
        assertThat(response.getCreated()).isTrue();
        assertThat(response.getCanceled()).isFalse();
        return response;
    }

    @Test
    void watch_isCreatedAtTheRevisionOfNow() throws Exception {
        store.put("a", "1");

        stream.request(create(watching("a")));

        WatchResponse created = created();
        assertThat(created.getWatchId()).isZero();
        assertThat(created.getHeader().getRevision()).isEqualTo(2);
        assertThat(created.getEventsList()).isEmpty();
    }

    @Test
    void changes_comeAsTheyAreApplied() throws Exception {
        stream.request(create(watching("a")));
        created();

        store.put("a", "1");
        store.delete("a", "");

        WatchResponse put = client.next();
        assertThat(put.getHeader().getRevision()).isEqualTo(2);
        assertThat(put.getEvents(0).getType()).isEqualTo(Event.EventType.PUT);
        assertThat(put.getEvents(0).getKv().getValue()).isEqualTo(bytes("1"));
        WatchResponse delete = client.next();
        assertThat(delete.getEvents(0).getType()).isEqualTo(Event.EventType.DELETE);
        assertThat(delete.getEvents(0).getKv().getModRevision()).isEqualTo(3);
    }

    @Test
    void otherKeys_areNotReported() throws Exception {
        stream.request(create(watching("b", "c")));
        created();

        store.put("a", "1");
        store.put("c", "1");
        store.put("ba", "1");

        assertThat(client.next().getEvents(0).getKv().getKey()).isEqualTo(bytes("ba"));
    }

    @Test
    void noKeyAndZeroEnd_isEverything() throws Exception {
        stream.request(create(watching("", "\0")));
        created();

        store.put("\0", "1");
        store.put("\u00FF", "1");

        assertThat(client.nextEvents(2)).hasSize(2);
    }

    @Test
    void changesOfOneRevision_comeTogether() throws Exception {
        stream.request(create(watching("k", "l")));
        created();

        store.putTogether(List.of("k1", "k2", "k3"), "1");

        assertThat(client.next().getEventsCount()).isEqualTo(3);
    }

    @Test
    void watches_shareTheEncodingOfAnEvent() throws Exception {
        store.put("a", "0");
        RecordingClient another = new RecordingClient();
        stream.request(create(watching("a")));
        created();
        stream.request(create(watching("a", "b").setFragment(true)));
        created();
        store.hub().open(another).request(create(watching("", "\0").addFilters(FilterType.NODELETE)));
        another.next();

        store.put("a", "1");

        ByteString event = client.nextEncoded().getEvents(0);
        assertThat(Event.parseFrom(event).getKv().getValue()).isEqualTo(bytes("1"));
        assertThat(client.nextEncoded().getEvents(0)).isSameAs(event);
        assertThat(another.nextEncoded().getEvents(0)).isSameAs(event);
    }

    @Test
    void watchesWithThePreviousValue_shareAnotherEncoding() throws Exception {
        store.put("a", "0");
        RecordingClient another = new RecordingClient();
        stream.request(create(watching("a").setPrevKv(true)));
        created();
        stream.request(create(watching("a", "b").setPrevKv(true)));
        created();
        store.hub().open(another).request(create(watching("a")));
        another.next();

        store.put("a", "1");

        ByteString event = client.nextEncoded().getEvents(0);
        assertThat(Event.parseFrom(event).getPrevKv().getValue()).isEqualTo(bytes("0"));
        assertThat(client.nextEncoded().getEvents(0)).isSameAs(event);
        assertThat(Event.parseFrom(another.nextEncoded().getEvents(0)))
                .isEqualTo(Event.parseFrom(event).toBuilder().clearPrevKv().build());
    }

    @Test
    void startInThePast_isReadFromTheKeyspace() throws Exception {
        for (int i = 0; i < 10; i++) {
            store.put("a", "v" + i);
        }

        stream.request(create(watching("a").setStartRevision(4)));

        created();
        List<Event> events = client.nextEvents(8);
        assertThat(events)
                .extracting(event -> event.getKv().getModRevision())
                .containsExactly(4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
    }

    @Test
    void afterHistory_changesComeAsTheyAreApplied() throws Exception {
        store.put("a", "old");
        stream.request(create(watching("a").setStartRevision(1)));
        created();
        client.nextEvents(1);

        store.put("a", "new");

        assertThat(client.next().getEvents(0).getKv().getValue()).isEqualTo(bytes("new"));
    }

    @Test
    void startInTheFuture_leavesOutWhatComesBefore() throws Exception {
        stream.request(create(watching("a").setStartRevision(4)));
        created();

        store.put("a", "2");
        store.put("a", "3");
        store.put("a", "4");

        assertThat(client.next().getEvents(0).getKv().getModRevision()).isEqualTo(4);
    }

    @Test
    void startThatIsCompacted_isCanceledWithTheCompactRevision() throws Exception {
        store.put("a", "1");
        store.put("a", "2");
        store.put("a", "3");
        store.compact(3);

        stream.request(create(watching("a").setStartRevision(2)));

        created();
        WatchResponse canceled = client.next();
        assertThat(canceled.getCanceled()).isTrue();
        assertThat(canceled.getCompactRevision()).isEqualTo(3);
        assertThat(canceled.getWatchId()).isZero();
        assertThat(canceled.getCancelReason()).isEmpty();
    }

    @Test
    void startAtTheCompactRevision_isServed() throws Exception {
        store.put("a", "1");
        store.put("a", "2");
        store.put("a", "3");
        store.compact(3);

        stream.request(create(watching("a").setStartRevision(3)));

        created();
        assertThat(client.nextEvents(2))
                .extracting(event -> event.getKv().getModRevision())
                .containsExactly(3L, 4L);
    }

    @Test
    void startAtTheCompactRevision_bringsTheDeletionThere() throws Exception {
        store.put("a", "1");
        store.delete("a", "");
        store.put("a", "2");
        store.compact(3);

        stream.request(create(watching("a").setStartRevision(3)));

        created();
        assertThat(client.nextEvents(2))
                .extracting(Event::getType)
                .containsExactly(Event.EventType.DELETE, Event.EventType.PUT);
    }

    @Test
    void previousValue_isForThoseThatAsk() throws Exception {
        store.put("a", "1");
        stream.request(create(watching("a").setPrevKv(true)));
        stream.request(create(watching("a")));
        created();
        created();

        store.put("a", "2");

        assertThat(client.next().getEvents(0).getPrevKv().getValue()).isEqualTo(bytes("1"));
        assertThat(client.next().getEvents(0).hasPrevKv()).isFalse();
    }

    @Test
    void previousValue_isInHistoryToo() throws Exception {
        store.put("a", "1");
        store.put("a", "2");
        store.delete("a", "");

        stream.request(create(watching("a").setPrevKv(true).setStartRevision(2)));

        created();
        List<Event> events = client.nextEvents(3);
        assertThat(events.get(0).hasPrevKv()).isFalse();
        assertThat(events.get(1).getPrevKv().getValue()).isEqualTo(bytes("1"));
        assertThat(events.get(2).getPrevKv().getValue()).isEqualTo(bytes("2"));
    }

    @Test
    void filters_leaveOutPutsOrDeletes() throws Exception {
        stream.request(create(watching("a").addFilters(FilterType.NOPUT)));
        stream.request(create(watching("a").addFilters(FilterType.NODELETE)));
        created();
        created();

        store.put("a", "1");
        store.delete("a", "");

        WatchResponse put = client.next();
        assertThat(put.getWatchId()).isEqualTo(1);
        assertThat(put.getEvents(0).getType()).isEqualTo(Event.EventType.PUT);
        WatchResponse delete = client.next();
        assertThat(delete.getWatchId()).isZero();
        assertThat(delete.getEvents(0).getType()).isEqualTo(Event.EventType.DELETE);
    }

    @Test
    void idsOfTheServer_leaveOutThoseOfTheClient() throws Exception {
        stream.request(create(watching("a")));
        stream.request(create(watching("a").setWatchId(1)));
        stream.request(create(watching("a")));

        assertThat(created().getWatchId()).isZero();
        assertThat(created().getWatchId()).isEqualTo(1);
        assertThat(created().getWatchId()).isEqualTo(2);
    }

    @Test
    void idThatIsThereAlready_isRefused() throws Exception {
        stream.request(create(watching("a").setWatchId(7)));
        stream.request(create(watching("b").setWatchId(7)));

        created();
        WatchResponse refused = client.next();
        assertThat(refused.getCreated()).isTrue();
        assertThat(refused.getCanceled()).isTrue();
        assertThat(refused.getWatchId()).isEqualTo(-1);
        assertThat(refused.getCancelReason()).isEqualTo("mvcc: duplicate watch ID provided on the WatchStream");
    }

    @Test
    void emptyRange_isRefused() throws Exception {
        stream.request(create(watching("b", "a")));

        WatchResponse refused = client.next();
        assertThat(refused.getCanceled()).isTrue();
        assertThat(refused.getWatchId()).isEqualTo(-1);
        assertThat(refused.getCancelReason()).isEqualTo("mvcc: watcher range is empty");
    }

    @Test
    void canceledWatch_isToldNothingMore() throws Exception {
        stream.request(create(watching("a")));
        created();

        stream.request(cancel(0));
        WatchResponse canceled = client.next();
        store.put("a", "1");
        stream.request(progress());

        assertThat(canceled.getCanceled()).isTrue();
        assertThat(canceled.getCreated()).isFalse();
        assertThat(canceled.getCompactRevision()).isZero();
        assertThat(client.next().getWatchId()).isEqualTo(-1);
    }

    @Test
    void cancelOfNoWatch_hasNoAnswer() throws Exception {
        stream.request(cancel(5));
        stream.request(progress());

        assertThat(client.next().getWatchId()).isEqualTo(-1);
    }

    @Test
    void idOfACanceledWatch_mayBeUsedAgain() throws Exception {
        stream.request(create(watching("a").setWatchId(7)));
        stream.request(cancel(7));
        stream.request(create(watching("b").setWatchId(7)));
        created();
        client.next();

        assertThat(created().getWatchId()).isEqualTo(7);
    }

    @Test
    void requestedProgress_comesAfterTheEvents() throws Exception {
        for (int i = 0; i < 100; i++) {
            store.put("a", "v" + i);
        }
        stream.request(create(watching("a").setStartRevision(2)));
        stream.request(progress());

        created();
        client.nextEvents(100);
        WatchResponse progress = client.next();
        assertThat(progress.getWatchId()).isEqualTo(-1);
        assertThat(progress.getEventsList()).isEmpty();
        assertThat(progress.getHeader().getRevision()).isEqualTo(101);
    }

    @Test
    void requestWithoutContent_doesNotEndTheStream() throws Exception {
        stream.request(io.narrows.node.etcd.WatchRequest.getDefaultInstance());
        stream.request(create(watching("a")));

        created();
    }

    @Test
    void requests_areReadOneByOne() throws Exception {
        client.awaitRequested();
        stream.request(create(watching("a")));

        client.awaitRequested();
        created();
    }

    @Test
    void stateThatWasReplaced_isReadFromTheKeyspace() throws Exception {
        stream.request(create(watching("a")));
        created();
        store.putUnheard("a", "1");
        store.putUnheard("a", "2");

        store.hub().replaced();
        store.put("a", "3");

        assertThat(client.nextEvents(3))
                .extracting(event -> event.getKv().getValue().toStringUtf8())
                .containsExactly("1", "2", "3");
    }

    @Test
    void clientThatHasLeft_isSentNothing() throws Exception {
        stream.request(create(watching("a")));
        created();
        RecordingClient other = new RecordingClient();
        WatchStream stays = store.hub().open(other);
        stays.request(create(watching("a")));
        other.next();

        stream.close();
        store.put("a", "1");

        other.nextEvents(1);
        assertThat(client.waiting()).isEmpty();
    }

    @Test
    void close_endsTheStreams() throws Exception {
        stream.request(create(watching("a")));
        created();

        store.hub().close();

        Awaitility.await().until(client::isClosed);
    }

    /** After a reconnection, etcd's client would resume from the notification, before the revision that it requested. */
    @Test
    void progressBeforeTheStartOfAWatch_isNotReported() throws Exception {
        try (WatchedStore quick = new WatchedStore(
                directory.resolve("quick"), WatchOptions.DEFAULT.withProgressInterval(Duration.ofMillis(20)))) {
            RecordingClient listener = new RecordingClient();
            WatchStream waiting = quick.hub().open(listener);
            waiting.request(create(watching("a").setProgressNotify(true).setStartRevision(5)));
            assertThat(listener.next().getCreated()).isTrue();
            waiting.request(progress());
            Thread.sleep(200);

            quick.put("b", "revision 2");
            quick.put("b", "revision 3");
            quick.put("b", "revision 4");

            assertThat(listener.next().getHeader().getRevision()).isEqualTo(4);
        }
    }

    @Test
    void quietWatches_areToldTheProgress() throws Exception {
        try (WatchedStore quick = new WatchedStore(
                directory.resolve("quick"), WatchOptions.DEFAULT.withProgressInterval(Duration.ofMillis(20)))) {
            RecordingClient listener = new RecordingClient();
            WatchStream quiet = quick.hub().open(listener);
            quiet.request(create(watching("a")));
            quiet.request(create(watching("a").setProgressNotify(true)));
            listener.next();
            listener.next();

            quick.put("b", "1");
            WatchResponse progress = listener.next();
            while (progress.getHeader().getRevision() < 2) {
                progress = listener.next();
            }

            assertThat(progress.getWatchId()).isEqualTo(1);
            assertThat(progress.getEventsList()).isEmpty();
            assertThat(progress.getCreated()).isFalse();
        }
    }
}

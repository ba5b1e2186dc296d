package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.narrows.node.command.Command;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.WatchCancelRequest;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchProgressRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.etcd.WatchResponse;
import io.narrows.node.state.MemberIds;
import io.narrows.node.support.LocalReplica;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WatchServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long SOME_RETRIES_MILLIS = 1000;

    @TempDir
    private Path directory;

    private final StreamRecorder<WatchResponse> responses = new StreamRecorder<>();
    private ServedNode node;
    private StreamObserver<WatchRequest> requests;

    @BeforeEach
    void serve() throws IOException {
        node = new ServedNode(directory);
        requests = node.watches().watch(responses);
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    private void watch(WatchCreateRequest.Builder request) throws InterruptedException {
        requests.onNext(WatchRequest.newBuilder().setCreateRequest(request).build());
        assertThat(responses.next().getCreated()).isTrue();
    }

    private static WatchCreateRequest.Builder watching(String key) {
        return WatchCreateRequest.newBuilder().setKey(bytes(key));
    }

    @Test
    void putsAreSeen_withAWholeHeader() throws Exception {
        watch(watching("a"));

        node.kv().put(put("a", "1"));

        WatchResponse response = responses.next();
        assertThat(response.getEvents(0).getKv().getValue()).isEqualTo(bytes("1"));
        assertThat(response.getHeader().getRevision()).isEqualTo(2);
        assertThat(response.getHeader().getClusterId()).isEqualTo(MemberIds.ofCluster(ServedNode.CLUSTER));
        assertThat(response.getHeader().getRaftTerm()).isEqualTo(7);
    }

    /** Like a member that was killed: it applies its log again, while the client knows a later revision. */
    @Test
    void watchWithoutARevision_beginsAfterEverythingCommitted() throws Exception {
        node.kv().put(put("a", "1"));
        node.replica().appliesAtBarrier(putting("a", "2"));

        requests.onNext(
                WatchRequest.newBuilder().setCreateRequest(watching("a")).build());

        WatchResponse created = responses.next();
        assertThat(created.getCreated()).isTrue();
        assertThat(created.getHeader().getRevision()).isEqualTo(3);
        node.kv().put(put("a", "3"));
        assertThat(responses.next().getEventsList())
                .extracting(event -> event.getKv().getModRevision())
                .containsExactly(4L);
    }

    @Test
    void watchWithoutARevision_waitsForALeader() throws Exception {
        node.replica().leader(Optional.empty());
        requests.onNext(
                WatchRequest.newBuilder().setCreateRequest(watching("a")).build());
        await().atMost(PATIENCE).until(() -> node.replica().barriers() > 1);
        node.replica().appliesAtBarrier(putting("a", "1"));

        node.replica().leader(Optional.of(LocalReplica.ADDRESS));

        WatchResponse created = responses.next();
        assertThat(created.getCreated()).isTrue();
        assertThat(created.getHeader().getRevision()).isEqualTo(2);
    }

    @Test
    void watchFromARevision_needsNoLeader() throws Exception {
        node.kv().put(put("a", "1"));
        node.replica().leader(Optional.empty());

        watch(watching("a").setStartRevision(2));

        assertThat(responses.next().getEventsCount()).isOne();
        assertThat(node.replica().barriers()).isZero();
    }

    /** Otherwise a client without a leader could not end its other watches. */
    @Test
    void cancellationAndProgress_passAWaitingWatch() throws Exception {
        watch(watching("a").setStartRevision(1).setWatchId(7));
        node.replica().leader(Optional.empty());

        create(watching("b"));
        cancel(7);
        requests.onNext(WatchRequest.newBuilder()
                .setProgressRequest(WatchProgressRequest.getDefaultInstance())
                .build());

        WatchResponse canceled = responses.next();
        assertThat(canceled.getWatchId()).isEqualTo(7);
        assertThat(canceled.getCanceled()).isTrue();
        assertThat(responses.next().getWatchId()).isEqualTo(-1);
        node.replica().leader(Optional.of(LocalReplica.ADDRESS));
        assertThat(responses.next().getCreated()).isTrue();
    }

    @Test
    void waitEnds_whenTheClientCancels() throws Exception {
        node.replica().leader(Optional.empty());
        create(watching("a"));
        await().atMost(PATIENCE).until(() -> node.replica().barriers() > 1);

        requests.onError(Status.CANCELLED.asRuntimeException());

        awaitNoMoreBarriers();
    }

    @Test
    void waitEnds_whenTheServerStops() throws Exception {
        node.replica().leader(Optional.empty());
        create(watching("a"));
        await().atMost(PATIENCE).until(() -> node.replica().barriers() > 1);

        node.server().close();

        assertRefused(responses::awaitEnd, EtcdError.STOPPED);
        awaitNoMoreBarriers();
    }

    @Test
    void waitSurvivesABarrierThatThrows() throws Exception {
        node.replica().leader(Optional.empty());
        create(watching("a"));
        await().atMost(PATIENCE).until(() -> node.replica().barriers() > 1);
        node.replica().runsBeforeBarrier(() -> {
            throw new IllegalStateException("as a test requested");
        });
        int before = node.replica().barriers();
        await().atMost(PATIENCE).until(() -> node.replica().barriers() > before + 1);

        node.replica().leader(Optional.of(LocalReplica.ADDRESS));

        assertThat(responses.next().getCreated()).isTrue();
    }

    private void create(WatchCreateRequest.Builder request) {
        requests.onNext(WatchRequest.newBuilder().setCreateRequest(request).build());
    }

    private void cancel(long id) {
        requests.onNext(WatchRequest.newBuilder()
                .setCancelRequest(WatchCancelRequest.newBuilder().setWatchId(id))
                .build());
    }

    private void awaitNoMoreBarriers() {
        await().atMost(PATIENCE).until(() -> {
            int before = node.replica().barriers();
            Thread.sleep(SOME_RETRIES_MILLIS);
            return node.replica().barriers() == before;
        });
    }

    private static Command putting(String key, String value) {
        return Command.newBuilder().setPut(put(key, value)).build();
    }

    @Test
    void watchFromARevisionThatIsCompacted_isCanceled() throws Exception {
        node.kv().put(put("a", "1"));
        node.kv().put(put("a", "2"));
        node.kv().compact(CompactionRequest.newBuilder().setRevision(3).build());

        watch(watching("a").setStartRevision(2));

        WatchResponse canceled = responses.next();
        assertThat(canceled.getCanceled()).isTrue();
        assertThat(canceled.getCompactRevision()).isEqualTo(3);
    }

    @Test
    void manyRequestsAtOnce_areAllAnswered() throws Exception {
        for (int i = 0; i < 200; i++) {
            requests.onNext(WatchRequest.newBuilder()
                    .setCreateRequest(watching("k" + i))
                    .build());
        }

        for (int i = 0; i < 200; i++) {
            assertThat(responses.next().getWatchId()).isEqualTo(i);
        }
    }

    @Test
    void historyLargerThanWindowsOfTheTransport_comesWhole() throws Exception {
        ByteString value = ByteString.copyFrom(new byte[200_000]);
        for (int i = 0; i < 40; i++) {
            node.kv()
                    .put(PutRequest.newBuilder()
                            .setKey(bytes("a"))
                            .setValue(value)
                            .build());
        }

        watch(watching("a").setStartRevision(2));

        List<Event> events = new ArrayList<>();
        while (events.size() < 40) {
            events.addAll(responses.next().getEventsList());
        }
        assertThat(events.get(39).getKv().getModRevision()).isEqualTo(41);
    }

    @Test
    void largeRevision_comesInFragmentsIfTheWatchAllows() throws Exception {
        ByteString value = ByteString.copyFrom(new byte[1_200_000]);
        node.kv().put(PutRequest.newBuilder().setKey(bytes("a")).setValue(value).build());
        node.kv().put(PutRequest.newBuilder().setKey(bytes("b")).setValue(value).build());
        WatchCreateRequest.Builder both = watching("a").setRangeEnd(bytes("c")).setPrevKv(true);
        watch(both.clone().setFragment(true).setWatchId(1));
        watch(both.clone().setWatchId(2));

        node.kv().deleteRange(delete("a", "c"));

        List<WatchResponse> three = List.of(responses.next(), responses.next(), responses.next());
        assertThat(three)
                .extracting(WatchResponse::getWatchId, WatchResponse::getEventsCount, WatchResponse::getFragment)
                .containsExactly(tuple(1L, 1, true), tuple(1L, 1, false), tuple(2L, 2, false));
    }

    @Test
    void watchesOfAClientWithoutMoreRequests_goOn() throws Exception {
        watch(watching("a"));

        requests.onCompleted();
        node.kv().put(put("a", "1"));

        assertThat(responses.next().getEventsCount()).isOne();
    }

    @Test
    void serverThatStops_endsTheStream() throws Exception {
        watch(watching("a"));

        node.server().close();

        assertRefused(responses::awaitEnd, EtcdError.STOPPED);
    }
}

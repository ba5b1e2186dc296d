package io.narrows.node.api;

import static io.narrows.node.mvcc.Requests.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.WatchCancelRequest;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.support.LocalReplica;
import io.narrows.node.watch.WatchClient;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchOptions;
import io.narrows.node.watch.WatchStream;
import io.narrows.node.watch.message.EncodedWatchResponse;
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests requests that wait while the group has no leader. */
@Timeout(60)
class WatchRequestsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(WatchRequests.class);

    @TempDir
    private Path directory;

    private final Client client = new Client();

    /** Retries that are due; a test runs them when it wants to. */
    private final Queue<Runnable> retries = new ConcurrentLinkedQueue<>();

    private Keyspace keyspace;
    private WatchHub hub;
    private LocalReplica replica;
    private WatchRequests requests;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        hub = new WatchHub(keyspace, WatchOptions.DEFAULT);
        replica = new LocalReplica(keyspace, hub);
        replica.leader(Optional.empty());
        requests = new WatchRequests(hub.open(client), replica, retries::add);
    }

    @AfterEach
    void close() throws IOException {
        requests.close();
        hub.close();
        replica.close();
        keyspace.close();
    }

    /** A client may match the answers to creations by their order. */
    @Test
    void watchesBehindAWaitingOne_areCreatedInOrder_andItsCancellationFollows() {
        create(fromNow().setWatchId(5));
        create(fromNow().setWatchId(6).setStartRevision(1));
        cancel(5);
        create(fromNow().setWatchId(7));

        elect();

        awaitResponses(4);
        assertThat(client.responses)
                .extracting(
                        EncodedWatchResponse::getWatchId,
                        EncodedWatchResponse::getCreated,
                        EncodedWatchResponse::getCanceled)
                .containsExactly(
                        tuple(5L, true, false), tuple(6L, true, false), tuple(5L, false, true), tuple(7L, true, false));
    }

    /** As in etcd, a client can predict the ids that the stream chooses: the lowest ones that it has not used. */
    @Test
    void cancellationOfAnIdThatIsNotChosenYet_followsTheCreation() {
        create(fromNow().setWatchId(1).setStartRevision(1));
        awaitResponses(1);
        create(fromNow());
        create(fromNow());
        cancel(2);
        cancel(0);

        elect();

        awaitResponses(5);
        assertThat(client.responses)
                .extracting(EncodedWatchResponse::getWatchId, EncodedWatchResponse::getCreated)
                .containsExactly(tuple(1L, true), tuple(0L, true), tuple(2L, true), tuple(2L, false), tuple(0L, false));
    }

    /** The next watch gets an id behind that of the canceled one, as if it had not waited. */
    @Test
    void cancellationThatWouldChangeAChosenId_followsTheCreation() {
        create(fromNow().setWatchId(0).setStartRevision(1));
        create(fromNow().setWatchId(1).setStartRevision(1));
        awaitResponses(2);
        create(fromNow());
        cancel(1);

        elect();

        awaitResponses(4);
        assertThat(client.responses)
                .extracting(EncodedWatchResponse::getWatchId, EncodedWatchResponse::getCreated)
                .containsExactly(tuple(0L, true), tuple(1L, true), tuple(2L, true), tuple(1L, false));
    }

    @Test
    void cancellationOfAnIdThatWasChosenBefore_passesAWaitingWatch() {
        create(fromNow().setStartRevision(1));
        awaitResponses(1);
        create(fromNow());

        cancel(0);

        awaitResponses(2);
        assertThat(client.responses.get(1).getCanceled()).isTrue();
    }

    @Test
    void requestsBehindTheLimit_areReadOnceTheWatchesAreCreated() {
        for (int i = 0; i < 3; i++) {
            awaitRequested(client, i + 1);
            create(fromNow().setKey(ByteString.copyFrom(new byte[(int) WatchRequests.WAITING_BYTES / 3])));
        }
        awaitHub();
        assertThat(client.requested).hasValue(3);

        elect();

        awaitResponses(3);
        awaitRequested(client, 4);
    }

    /** A request without fields takes memory, too. */
    @Test
    void requestsBehindManySmallOnes_areNotRead() {
        int most = 0;
        do {
            most++;
            awaitRequested(client, most);
            create(WatchCreateRequest.newBuilder());
            awaitHub();
        } while (client.requested.get() > most && most < WatchRequests.WAITING_BYTES);

        assertThat(most).isLessThan(1000);
    }

    /** The stream of a hub that is closed never ends by itself. */
    @Test
    void wait_endsWithTheCall() {
        hub.close();
        WatchStream stream = hub.open(client);
        requests = new WatchRequests(stream, replica, retries::add);
        create(fromNow());
        retry();
        assertThat(retries).hasSize(1);

        requests.close();
        retry();

        assertThat(stream.isEnded()).isFalse();
        assertThat(retries).isEmpty();
    }

    @Test
    void wait_endsWithTheReplica() throws Exception {
        create(fromNow());
        replica.runsBeforeBarrier(() -> {
            throw new CompletionException(new EtcdException(EtcdError.STOPPED));
        });
        retry();

        assertThat(client.failure.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining("server stopped");
        assertThat(retries).isEmpty();
    }

    /** Futures of a member that stops are completed by executors that have ended. */
    @Test
    void wait_endsWithTheExecutorsOfTheReplica() throws Exception {
        create(fromNow());
        replica.runsBeforeBarrier(() -> {
            throw new RejectedExecutionException("as a test requested");
        });
        retry();

        assertThat(client.failure.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasMessage("as a test requested");
        assertThat(retries).isEmpty();
    }

    @Test
    void firstUnexpectedFailure_isLogged() {
        create(fromNow());
        failBarrier("one");
        failBarrier("another");
        elect();
        awaitResponses(1);

        assertThat(log.all())
                .extracting(event -> event.getThrowableProxy().getMessage())
                .containsExactly("one");
    }

    private void failBarrier(String message) {
        replica.runsBeforeBarrier(() -> {
            throw new IllegalStateException(message);
        });
        retry();
    }

    @Test
    void failedRetry_endsTheCall() throws Exception {
        create(fromNow());
        replica.runsBeforeBarrier(() -> {
            throw new AssertionError("as a test requested");
        });
        retry();

        assertThat(client.failure.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasMessage("as a test requested");
    }

    private static WatchCreateRequest.Builder fromNow() {
        return WatchCreateRequest.newBuilder().setKey(bytes("a"));
    }

    private void create(WatchCreateRequest.Builder request) {
        requests.onNext(WatchRequest.newBuilder().setCreateRequest(request).build());
    }

    private void cancel(long id) {
        requests.onNext(WatchRequest.newBuilder()
                .setCancelRequest(WatchCancelRequest.newBuilder().setWatchId(id))
                .build());
    }

    private void elect() {
        replica.leader(Optional.of(LocalReplica.ADDRESS));
        retry();
    }

    /** Runs the retry that is due. Without a leader, another one is due then. */
    private void retry() {
        retries.remove().run();
    }

    private void awaitResponses(int count) {
        await().atMost(PATIENCE).until(() -> client.responses.size() >= count);
        assertThat(client.responses).hasSize(count);
    }

    /** Waits until the hub has done everything that it was given. */
    private void awaitHub() {
        Client last = new Client();
        WatchStream stream = hub.open(last);
        awaitRequested(last, 1);
        stream.close();
    }

    private static void awaitRequested(Client client, int times) {
        await().pollInterval(Duration.ofMillis(1)).atMost(PATIENCE).until(() -> client.requested.get() >= times);
    }

    /** Reads all responses, and counts how often the hub allows a request. */
    private static final class Client implements WatchClient {
        private final List<EncodedWatchResponse> responses = new CopyOnWriteArrayList<>();
        private final AtomicInteger requested = new AtomicInteger();
        private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void send(EncodedWatchResponse response) {
            responses.add(response);
        }

        @Override
        public void requestNext() {
            requested.incrementAndGet();
        }

        @Override
        public void closed() {}

        @Override
        public void failed(Throwable cause) {
            failure.complete(cause);
        }
    }
}

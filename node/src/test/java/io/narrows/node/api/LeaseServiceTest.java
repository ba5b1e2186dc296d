package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.get;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Context;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseGrantResponse;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import io.narrows.node.etcd.LeaseLeasesRequest;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.LeaseStatus;
import io.narrows.node.etcd.LeaseTimeToLiveRequest;
import io.narrows.node.etcd.LeaseTimeToLiveResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LeaseServiceTest {
    @TempDir
    private Path directory;

    private ServedNode node;

    @BeforeEach
    void serve() throws IOException {
        node = new ServedNode(directory);
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    private LeaseGrantResponse grant(long id, long ttl) {
        return node.leases()
                .leaseGrant(LeaseGrantRequest.newBuilder().setID(id).setTTL(ttl).build());
    }

    private void revoke(long id) {
        node.leases().leaseRevoke(LeaseRevokeRequest.newBuilder().setID(id).build());
    }

    private LeaseTimeToLiveResponse timeToLive(long id, boolean keys) {
        return node.leases()
                .leaseTimeToLive(LeaseTimeToLiveRequest.newBuilder()
                        .setID(id)
                        .setKeys(keys)
                        .build());
    }

    @Test
    void grantWithoutAnId_choosesOne() {
        LeaseGrantResponse one = grant(0, 60);
        LeaseGrantResponse other = grant(0, 60);

        assertThat(one.getID()).isPositive().isNotEqualTo(other.getID());
        assertThat(other.getID()).isPositive();
        assertThat(one.getTTL()).isEqualTo(60);
        assertThat(one.getHeader().getRevision()).isOne();
    }

    @Test
    void shortTtl_isRaisedToTheLeast() {
        assertThat(grant(7, 1).getTTL()).isEqualTo(2);
    }

    @Test
    void longestTtl_isAccepted() {
        assertThat(grant(7, 9_000_000_000L).getTTL()).isEqualTo(9_000_000_000L);
        assertRefused(() -> grant(8, 9_000_000_001L), EtcdError.LEASE_TTL_TOO_LARGE);
    }

    @Test
    void idThatIsThere_isRefused() {
        grant(7, 60);

        assertRefused(() -> grant(7, 60), EtcdError.LEASE_EXISTS);
    }

    @Test
    void revoke_deletesTheKeys() {
        grant(7, 60);
        node.kv().put(put("a", "1", 7));

        revoke(7);

        assertThat(node.kv().range(get("a")).getCount()).isZero();
        assertRefused(() -> revoke(7), EtcdError.LEASE_NOT_FOUND);
    }

    @Test
    void timeToLive_hasTheKeysIfAsked() {
        grant(7, 60);
        node.kv().put(put("b", "1", 7));
        node.kv().put(put("a", "1", 7));

        LeaseTimeToLiveResponse with = timeToLive(7, true);
        LeaseTimeToLiveResponse without = timeToLive(7, false);

        assertThat(with.getKeysList()).containsExactly(bytes("a"), bytes("b"));
        assertThat(without.getKeysList()).isEmpty();
        assertThat(without.getTTL()).isEqualTo(59);
        assertThat(without.getGrantedTTL()).isEqualTo(60);
        assertThat(without.getID()).isEqualTo(7);
        assertThat(without.getHeader().getRevision()).isEqualTo(3);
    }

    @Test
    void timeToLiveOfALeaseThatIsGone_isMinusOne() {
        LeaseTimeToLiveResponse response = timeToLive(7, true);

        assertThat(response.getTTL()).isEqualTo(-1);
        assertThat(response.getGrantedTTL()).isZero();
        assertThat(response.getID()).isEqualTo(7);
    }

    @Test
    void leases_areListed() {
        grant(7, 60);
        grant(5, 60);

        assertThat(node.leases()
                        .leaseLeases(LeaseLeasesRequest.getDefaultInstance())
                        .getLeasesList())
                .extracting(LeaseStatus::getID)
                .containsExactly(5L, 7L);
    }

    @Test
    void keepAlive_answersWithTheTtl() throws Throwable {
        grant(7, 60);
        StreamRecorder<LeaseKeepAliveResponse> responses = new StreamRecorder<>();
        StreamObserver<LeaseKeepAliveRequest> requests = node.leaseStreams().leaseKeepAlive(responses);

        requests.onNext(LeaseKeepAliveRequest.newBuilder().setID(7).build());

        LeaseKeepAliveResponse response = responses.next();
        assertThat(response.getID()).isEqualTo(7);
        assertThat(response.getTTL()).isEqualTo(60);
        assertThat(response.getHeader().getRevision()).isOne();
        requests.onCompleted();
        responses.awaitEnd();
    }

    @Test
    void keepAliveOfALeaseThatIsGone_answersZero() throws Exception {
        StreamRecorder<LeaseKeepAliveResponse> responses = new StreamRecorder<>();
        StreamObserver<LeaseKeepAliveRequest> requests = node.leaseStreams().leaseKeepAlive(responses);

        requests.onNext(LeaseKeepAliveRequest.newBuilder().setID(7).build());

        LeaseKeepAliveResponse response = responses.next();
        assertThat(response.getID()).isEqualTo(7);
        assertThat(response.getTTL()).isZero();
        requests.onCompleted();
    }

    @Test
    void manyKeepAlives_areAllAnswered() throws Throwable {
        StreamRecorder<LeaseKeepAliveResponse> responses = new StreamRecorder<>();
        StreamObserver<LeaseKeepAliveRequest> requests = node.leaseStreams().leaseKeepAlive(responses);

        for (int id = 1; id <= 500; id++) {
            requests.onNext(LeaseKeepAliveRequest.newBuilder().setID(id).build());
        }
        requests.onCompleted();

        for (int id = 1; id <= 500; id++) {
            assertThat(responses.next().getID()).isEqualTo(id);
        }
        responses.awaitEnd();
    }

    @Test
    void withoutALeader_keepAlivesEnd() {
        StreamRecorder<LeaseKeepAliveResponse> responses = new StreamRecorder<>();
        StreamObserver<LeaseKeepAliveRequest> requests = node.leaseStreams().leaseKeepAlive(responses);
        node.replica().leader(Optional.empty());

        requests.onNext(LeaseKeepAliveRequest.newBuilder().setID(7).build());

        assertRefused(responses::awaitEnd, EtcdError.NO_LEADER);
    }

    @Test
    void streamThatIsCancelled_cancelsItsQuestions() {
        node.replica().fallSilent();
        var requests = (ClientCallStreamObserver<LeaseKeepAliveRequest>)
                node.leaseStreams().leaseKeepAlive(new StreamRecorder<>());
        requests.onNext(LeaseKeepAliveRequest.newBuilder().setID(7).build());
        requests.onNext(LeaseKeepAliveRequest.newBuilder().setID(8).build());
        await().until(() -> node.replica().unanswered().size() == 2);

        requests.cancel("no longer needed", null);

        await().untilAsserted(() -> assertThat(node.replica().unanswered()).allMatch(CompletableFuture::isCancelled));
    }

    @Test
    void timeToLive_thatIsCancelled_cancelsItsQuestion() {
        node.replica().fallSilent();
        Context.CancellableContext call = Context.current().withCancellation();
        call.run(() -> node.leaseStreams()
                .leaseTimeToLive(LeaseTimeToLiveRequest.newBuilder().setID(7).build(), new StreamRecorder<>()));
        await().until(() -> node.replica().unanswered().size() == 1);

        call.cancel(null);

        await().untilAsserted(() -> assertThat(node.replica().unanswered()).allMatch(CompletableFuture::isCancelled));
    }

    @Test
    void streamThatFails_cancelsItsOtherQuestions() {
        node.replica().fallSilent();
        StreamRecorder<LeaseKeepAliveResponse> responses = new StreamRecorder<>();
        StreamObserver<LeaseKeepAliveRequest> requests = node.leaseStreams().leaseKeepAlive(responses);
        requests.onNext(LeaseKeepAliveRequest.newBuilder().setID(7).build());
        requests.onNext(LeaseKeepAliveRequest.newBuilder().setID(8).build());
        await().until(() -> node.replica().unanswered().size() == 2);

        node.replica().unanswered().get(0).completeExceptionally(new EtcdException(EtcdError.NO_LEADER));

        assertRefused(responses::awaitEnd, EtcdError.NO_LEADER);
        assertThat(node.replica().unanswered().get(1)).isCancelled();
    }
}

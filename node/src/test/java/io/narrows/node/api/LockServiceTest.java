package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.LockGrpc;
import io.narrows.node.etcd.LockRequest;
import io.narrows.node.etcd.LockResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.UnlockRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LockServiceTest {
    private static final ByteString NAME = ByteString.copyFromUtf8("lock");

    @TempDir
    private Path directory;

    @AutoClose
    private ServedNode node;

    private LockGrpc.LockFutureStub locks;

    @BeforeEach
    void serve() throws IOException {
        node = new ServedNode(directory);
        locks = LockGrpc.newFutureStub(node.channel());
    }

    private void grant(long lease) {
        node.leases()
                .leaseGrant(
                        LeaseGrantRequest.newBuilder().setID(lease).setTTL(60).build());
    }

    private ListenableFuture<LockResponse> lock(long lease) {
        return locks.lock(LockRequest.newBuilder().setName(NAME).setLease(lease).build());
    }

    private static <T> T of(ListenableFuture<T> answer) throws Exception {
        return answer.get(20, TimeUnit.SECONDS);
    }

    private void unlock(ByteString key) throws Exception {
        of(locks.unlock(UnlockRequest.newBuilder().setKey(key).build()));
    }

    private List<String> queue() {
        return node
                .kv()
                .range(RangeRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8("lock/"))
                        .setRangeEnd(ByteString.copyFromUtf8("lock0"))
                        .build())
                .getKvsList()
                .stream()
                .map(KeyValue::getKey)
                .map(ByteString::toStringUtf8)
                .toList();
    }

    @Test
    void lock_isTheKeyOfTheLease() throws Exception {
        grant(0xABC);

        LockResponse held = of(lock(0xABC));

        assertThat(held.getKey().toStringUtf8()).isEqualTo("lock/abc");
        assertThat(held.getHeader().getRevision()).isEqualTo(2);
        assertThat(of(lock(0xABC)).getKey()).as("again").isEqualTo(held.getKey());
        assertThat(node.keyspace().revision()).isEqualTo(2);
    }

    @Test
    void lockWithoutALease_hasOneOfSixtySeconds() throws Exception {
        LockResponse held = of(lock(0));

        assertThat(node.keyspace().leases()).singleElement().satisfies(lease -> {
            assertThat(lease.ttl()).isEqualTo(60);
            assertThat(held.getKey().toStringUtf8()).isEqualTo("lock/" + Long.toHexString(lease.id()));
        });
    }

    @Test
    void waiters_getTheLockInTheOrderInWhichTheyCame() throws Exception {
        List<ListenableFuture<LockResponse>> waiting = new ArrayList<>();
        for (long lease = 1; lease <= 4; lease++) {
            grant(lease);
            waiting.add(lock(lease));
            long last = lease;
            await().until(() -> queue().contains("lock/" + last));
        }

        for (int i = 0; i < waiting.size(); i++) {
            LockResponse held = of(waiting.get(i));
            assertThat(held.getKey().toStringUtf8()).isEqualTo("lock/" + (i + 1));
            assertThat(waiting.subList(i + 1, waiting.size())).noneMatch(ListenableFuture::isDone);
            unlock(held.getKey());
        }
        assertThat(queue()).isEmpty();
    }

    @Test
    void leaseThatIsRevoked_givesTheLockToTheNext() throws Exception {
        grant(1);
        grant(2);
        of(lock(1));
        ListenableFuture<LockResponse> next = lock(2);
        await().until(() -> queue().contains("lock/2"));

        node.leases().leaseRevoke(LeaseRevokeRequest.newBuilder().setID(1).build());

        assertThat(of(next).getKey().toStringUtf8()).isEqualTo("lock/2");
    }

    @Test
    void waiterThatGoes_leavesTheQueue() throws Exception {
        grant(1);
        grant(2);
        of(lock(1));
        ListenableFuture<LockResponse> waiting = lock(2);
        await().until(() -> queue().contains("lock/2"));

        waiting.cancel(true);

        await().untilAsserted(() -> assertThat(queue()).containsExactly("lock/1"));
    }

    @Test
    void waiterWhoseLeaseExpires_isToldWhenItsTurnComes() throws Exception {
        grant(1);
        grant(2);
        LockResponse held = of(lock(1));
        ListenableFuture<LockResponse> waiting = lock(2);
        await().until(() -> queue().contains("lock/2"));
        node.leases().leaseRevoke(LeaseRevokeRequest.newBuilder().setID(2).build());

        unlock(held.getKey());

        Assertions.assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> of(waiting))
                .havingCause()
                .isInstanceOf(StatusRuntimeException.class)
                .withMessageContaining("mutex: session is expired");
    }

    @Test
    void leaseThatIsNotThere_isRefused() {
        assertRefused(
                () -> LockGrpc.newBlockingStub(node.channel())
                        .lock(LockRequest.newBuilder().setName(NAME).setLease(9).build()),
                EtcdError.LEASE_NOT_FOUND);
    }
}

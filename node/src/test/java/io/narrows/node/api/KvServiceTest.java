package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.get;
import static io.narrows.node.mvcc.Requests.put;
import static io.narrows.node.mvcc.Requests.range;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeRequest.SortOrder;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.state.MemberIds;
import io.narrows.node.support.LocalReplica;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class KvServiceTest {
    /** More than one clearing batch. */
    private static final int OVERWRITES = 2_500;

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

    private static RequestOp reading(RangeRequest request) {
        return RequestOp.newBuilder().setRequestRange(request).build();
    }

    private static RequestOp putting(PutRequest request) {
        return RequestOp.newBuilder().setRequestPut(request).build();
    }

    private static Compare isAbsent(String key) {
        return Compare.newBuilder()
                .setKey(bytes(key))
                .setTarget(Compare.CompareTarget.VERSION)
                .setVersion(0)
                .build();
    }

    private void compact(long revision) {
        node.kv().compact(CompactionRequest.newBuilder().setRevision(revision).build());
    }

    @Test
    void put_isReadBack() {
        node.kv().put(put("a", "1"));

        RangeResponse response = node.kv().range(get("a"));

        assertThat(response.getCount()).isOne();
        assertThat(response.getKvs(0).getValue()).isEqualTo(bytes("1"));
        assertThat(response.getKvs(0).getCreateRevision()).isEqualTo(2);
    }

    @Test
    void header_saysWhoAnsweredAndWhen() {
        ResponseHeader header = node.kv().put(put("a", "1")).getHeader();

        assertThat(header.getClusterId()).isEqualTo(MemberIds.ofCluster(ServedNode.CLUSTER));
        assertThat(header.getMemberId()).isEqualTo(MemberIds.ofMember(ServedNode.CLUSTER, LocalReplica.ADDRESS));
        assertThat(header.getRevision()).isEqualTo(2);
        assertThat(header.getRaftTerm()).isEqualTo(7);
        assertThat(node.kv().range(get("a")).getHeader()).isEqualTo(header);
    }

    @Test
    void range_isSortedAndLimited() {
        node.kv().put(put("a", "1"));
        node.kv().put(put("b", "2"));
        node.kv().put(put("c", "3"));

        RangeResponse response = node.kv()
                .range(range("a", "d").toBuilder()
                        .setLimit(2)
                        .setSortOrder(SortOrder.DESCEND)
                        .build());

        assertThat(response.getKvsList())
                .extracting(kv -> kv.getKey().toStringUtf8())
                .containsExactly("c", "b");
        assertThat(response.getMore()).isTrue();
        assertThat(response.getCount()).isEqualTo(3);
    }

    @Test
    void range_waitsForWhatWasAcknowledged() {
        node.kv().range(get("a"));

        assertThat(node.replica().barriers()).isOne();
    }

    @Test
    void serializableRange_asksNobody() {
        node.replica().leader(Optional.empty());

        RangeResponse response =
                node.kv().range(get("a").toBuilder().setSerializable(true).build());

        assertThat(response.getCount()).isZero();
        assertThat(node.replica().barriers()).isZero();
    }

    @Test
    void withoutALeader_rangeAndPutAreUnavailable() {
        node.replica().leader(Optional.empty());

        assertRefused(() -> node.kv().range(get("a")), EtcdError.NO_LEADER);
        assertRefused(() -> node.kv().put(put("a", "1")), EtcdError.NO_LEADER);
    }

    @Test
    void putWithPrevKv_hasTheValueBefore() {
        node.kv().put(put("a", "1"));

        PutResponse response =
                node.kv().put(put("a", "2").toBuilder().setPrevKv(true).build());

        assertThat(response.getPrevKv().getValue()).isEqualTo(bytes("1"));
    }

    @Test
    void deleteRange_saysHowMany() {
        node.kv().put(put("a", "1"));
        node.kv().put(put("b", "1"));

        assertThat(node.kv().deleteRange(delete("a", "c")).getDeleted()).isEqualTo(2);
        assertThat(node.kv().range(range("a", "c")).getCount()).isZero();
    }

    @Test
    void txn_takesTheBranchOfItsComparison() {
        TxnRequest createOnce = TxnRequest.newBuilder()
                .addCompare(isAbsent("a"))
                .addSuccess(putting(put("a", "1")))
                .addFailure(reading(get("a")))
                .build();

        TxnResponse first = node.kv().txn(createOnce);
        TxnResponse second = node.kv().txn(createOnce);

        assertThat(first.getSucceeded()).isTrue();
        assertThat(second.getSucceeded()).isFalse();
        assertThat(second.getResponses(0).getResponseRange().getKvs(0).getValue())
                .isEqualTo(bytes("1"));
    }

    @Test
    void txnThatOnlyReads_isNotLogged() {
        node.kv().put(put("a", "1"));
        TxnRequest reading = TxnRequest.newBuilder()
                .addCompare(isAbsent("a"))
                .addSuccess(reading(get("b")))
                .addFailure(reading(get("a")))
                .build();

        TxnResponse response = node.kv().txn(reading);

        assertThat(response.getResponses(0).getResponseRange().getCount()).isOne();
        assertThat(response.getHeader().getRevision()).isEqualTo(2);
        assertThat(node.replica().proposed()).hasSize(1);
        assertThat(node.replica().barriers()).isOne();
    }

    @Test
    void txnOfSerializableReads_asksNobody() {
        node.replica().leader(Optional.empty());
        RangeRequest serializable = get("a").toBuilder().setSerializable(true).build();

        TxnResponse response = node.kv()
                .txn(TxnRequest.newBuilder().addSuccess(reading(serializable)).build());

        assertThat(response.getSucceeded()).isTrue();
    }

    @Test
    void txnThatPutsAKeyTwice_isRefused() {
        TxnRequest twice = TxnRequest.newBuilder()
                .addSuccess(putting(put("a", "1")))
                .addSuccess(putting(put("a", "2")))
                .build();

        assertRefused(() -> node.kv().txn(twice), EtcdError.DUPLICATE_KEY);
        assertThat(node.replica().proposed()).isEmpty();
    }

    @Test
    void compactedRevision_isRefused() {
        node.kv().put(put("a", "1"));
        node.kv().put(put("a", "2"));
        compact(3);

        assertRefused(() -> node.kv().range(get("a", 2)), EtcdError.COMPACTED);
        assertRefused(() -> compact(3), EtcdError.COMPACTED);
    }

    @Test
    void futureRevision_isRefused() {
        assertRefused(() -> node.kv().range(get("a", 9)), EtcdError.FUTURE_REVISION);
        assertRefused(() -> compact(9), EtcdError.FUTURE_REVISION);
    }

    @Test
    void putToALeaseThatIsNotThere_isRefused() {
        assertRefused(() -> node.kv().put(put("a", "1", 99)), EtcdError.LEASE_NOT_FOUND);
    }

    @Test
    void requestOverTheLimit_isRefused() {
        PutRequest large = PutRequest.newBuilder()
                .setKey(bytes("a"))
                .setValue(ByteString.copyFrom(new byte[Proposals.MAX_BYTES]))
                .build();

        assertRefused(() -> node.kv().put(large), EtcdError.REQUEST_TOO_LARGE);
    }

    @Test
    void requestJustWithinTheLimit_isAccepted() {
        PutRequest large = PutRequest.newBuilder()
                .setKey(bytes("a"))
                .setValue(ByteString.copyFrom(new byte[Proposals.MAX_BYTES - 100]))
                .build();

        assertThat(node.kv().put(large).getHeader().getRevision()).isEqualTo(2);
    }

    @Test
    void messageOverTheLimitOfTransport_isRefused() {
        PutRequest huge = PutRequest.newBuilder()
                .setKey(bytes("a"))
                .setValue(ByteString.copyFrom(new byte[3 << 20]))
                .build();

        assertRefused(() -> node.kv().put(huge), Status.Code.RESOURCE_EXHAUSTED, "exceeds maximum size 2097152");
    }

    @Test
    void physicalCompaction_isAnsweredWhenOldVersionsAreGone() {
        for (int i = 0; i < OVERWRITES; i++) {
            node.kv().put(put("a", Integer.toString(i)));
        }
        long revision = node.keyspace().revision();

        node.kv()
                .compact(CompactionRequest.newBuilder()
                        .setRevision(revision)
                        .setPhysical(true)
                        .build());

        assertThat(node.keyspace().cleared(revision)).isCompleted();
    }
}

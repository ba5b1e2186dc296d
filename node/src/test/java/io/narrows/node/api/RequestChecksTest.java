package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.get;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestChecksTest {
    private static final RequestOp READ =
            RequestOp.newBuilder().setRequestRange(get("a")).build();

    private static RequestOp putting(String key) {
        return RequestOp.newBuilder().setRequestPut(put(key, "v")).build();
    }

    private static RequestOp deleting(String key, String end) {
        return RequestOp.newBuilder().setRequestDeleteRange(delete(key, end)).build();
    }

    private static RequestOp nested(TxnRequest txn) {
        return RequestOp.newBuilder().setRequestTxn(txn).build();
    }

    private static TxnRequest then(RequestOp... operations) {
        return TxnRequest.newBuilder().addAllSuccess(List.of(operations)).build();
    }

    private static TxnRequest either(RequestOp success, RequestOp failure) {
        return TxnRequest.newBuilder().addSuccess(success).addFailure(failure).build();
    }

    private static List<RequestOp> puts(int count) {
        return IntStream.range(0, count).mapToObj(i -> putting("k" + i)).toList();
    }

    private static void assertTaken(TxnRequest txn) {
        assertThatNoException().isThrownBy(() -> RequestChecks.check(txn));
    }

    private static void assertDuplicate(TxnRequest txn) {
        assertRefused(() -> RequestChecks.check(txn), EtcdError.DUPLICATE_KEY);
    }

    @Test
    void requestsWithoutAKey_areRefused() {
        assertRefused(() -> RequestChecks.check(get("")), EtcdError.EMPTY_KEY);
        assertRefused(() -> RequestChecks.check(put("", "v")), EtcdError.EMPTY_KEY);
        assertRefused(() -> RequestChecks.check(delete("", "")), EtcdError.EMPTY_KEY);
        assertRefused(() -> RequestChecks.check(then(putting(""))), EtcdError.EMPTY_KEY);
        assertRefused(
                () -> RequestChecks.check(TxnRequest.newBuilder()
                        .addCompare(Compare.getDefaultInstance())
                        .build()),
                EtcdError.EMPTY_KEY);
    }

    @Test
    void sortOptionsThatEtcdDoesNotHave_areRefused() {
        assertRefused(
                () -> RequestChecks.check(
                        get("a").toBuilder().setSortOrderValue(9).build()),
                EtcdError.INVALID_SORT_OPTION);
        assertRefused(
                () -> RequestChecks.check(
                        get("a").toBuilder().setSortTargetValue(9).build()),
                EtcdError.INVALID_SORT_OPTION);
    }

    @Test
    void valueThatIsToBeIgnored_isNotGiven() {
        PutRequest put = put("a", "v").toBuilder().setIgnoreValue(true).build();

        assertRefused(() -> RequestChecks.check(put), EtcdError.VALUE_PROVIDED);
    }

    @Test
    void leaseThatIsToBeIgnored_isNotGiven() {
        PutRequest put = put("a", "v", 7).toBuilder().setIgnoreLease(true).build();

        assertRefused(() -> RequestChecks.check(put), EtcdError.LEASE_PROVIDED);
    }

    @Test
    void firstMistake_isReported() {
        PutRequest put = put("", "v", 7).toBuilder()
                .setIgnoreValue(true)
                .setIgnoreLease(true)
                .build();
        PutRequest withKey = put.toBuilder().setKey(bytes("a")).build();

        assertRefused(() -> RequestChecks.check(put), EtcdError.EMPTY_KEY);
        assertRefused(() -> RequestChecks.check(withKey), EtcdError.VALUE_PROVIDED);
    }

    @Test
    void operationsOfABranch_areLimited() {
        assertTaken(TxnRequest.newBuilder()
                .addAllSuccess(puts(128))
                .addAllFailure(puts(128))
                .build());
        assertRefused(
                () -> RequestChecks.check(
                        TxnRequest.newBuilder().addAllFailure(puts(129)).build()),
                EtcdError.TOO_MANY_OPERATIONS);
    }

    @Test
    void comparisons_areLimited() {
        Compare compare = Compare.newBuilder().setKey(bytes("a")).build();

        assertRefused(
                () -> RequestChecks.check(TxnRequest.newBuilder()
                        .addAllCompare(Collections.nCopies(129, compare))
                        .build()),
                EtcdError.TOO_MANY_OPERATIONS);
    }

    @Test
    void operationsWithin_countOnTop() {
        TxnRequest inner = TxnRequest.newBuilder().addAllSuccess(puts(127)).build();

        assertTaken(then(nested(inner)));
        assertRefused(() -> RequestChecks.check(then(nested(inner), READ)), EtcdError.TOO_MANY_OPERATIONS);
    }

    @Test
    void tooManyOperations_isReportedBeforeTheirContent() {
        assertRefused(
                () -> RequestChecks.check(TxnRequest.newBuilder()
                        .addAllSuccess(Collections.nCopies(129, putting("")))
                        .build()),
                EtcdError.TOO_MANY_OPERATIONS);
    }

    @Test
    void operationOfNoKind_isRefused() {
        assertRefused(() -> RequestChecks.check(then(RequestOp.getDefaultInstance())), EtcdError.KEY_NOT_FOUND);
    }

    @Test
    void keyPutTwice_isRefused() {
        assertDuplicate(then(putting("a"), READ, putting("a")));
        assertDuplicate(then(nested(then(putting("a"))), putting("a")));
        assertDuplicate(then(nested(then(putting("a"))), nested(then(putting("a")))));
    }

    @Test
    void keyPutInBothBranches_isAccepted() {
        assertTaken(either(putting("a"), putting("a")));
        assertTaken(then(nested(either(putting("a"), putting("a")))));
        assertDuplicate(then(nested(either(putting("b"), putting("a"))), putting("a")));
    }

    @Test
    void putWithinADeletion_isRefused() {
        assertDuplicate(then(deleting("a", ""), putting("a")));
        assertDuplicate(then(putting("b"), deleting("a", "c")));
        assertDuplicate(then(deleting("a", "c"), nested(either(READ, putting("b")))));
        assertDuplicate(then(nested(then(deleting("a", "c"))), putting("b")));
    }

    @Test
    void putBesideADeletion_isAccepted() {
        assertTaken(then(deleting("a", "c"), putting("c")));
        assertTaken(then(deleting("a", "b"), deleting("a", "c")));
    }

    /** Behavior observed in etcd 3.4.23. */
    @Test
    void gapsOfEtcd_areKept() {
        assertTaken(then(putting("a"), deleting("a", "\0")));
        assertTaken(then(nested(then(putting("b"))), nested(then(deleting("a", "c")))));
    }
}

package io.narrows.node.state;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.get;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Change;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.mvcc.View;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests read-only transactions at one revision. */
class TransactionTest {
    @TempDir
    private Path directory;

    private Keyspace keyspace;
    private View view;

    @BeforeEach
    void open() throws IOException, EtcdException {
        keyspace = Keyspace.open(directory, KeyspaceOptions.defaults());
        apply("a", 1);
        view = keyspace.view();
    }

    @AfterEach
    void close() throws IOException {
        view.close();
        keyspace.close();
    }

    @Test
    void readsWhatWasThere_whenTheViewWasTaken() throws Exception {
        apply("a", 2);
        TxnRequest request = TxnRequest.newBuilder()
                .addCompare(Compare.newBuilder()
                        .setKey(bytes("a"))
                        .setTarget(Compare.CompareTarget.VERSION)
                        .setVersion(1))
                .addSuccess(RequestOp.newBuilder().setRequestRange(get("a")))
                .build();

        TxnResponse response = Transaction.read(request, view);

        assertThat(response.getSucceeded()).isTrue();
        assertThat(response.getHeader().getRevision()).isEqualTo(2);
        assertThat(response.getResponses(0).getResponseRange().getKvs(0).getVersion())
                .isOne();
    }

    @Test
    void refusesARevisionToCome() {
        TxnRequest request = TxnRequest.newBuilder()
                .addSuccess(RequestOp.newBuilder().setRequestRange(get("a", 3)))
                .build();

        assertThatExceptionOfType(EtcdException.class)
                .isThrownBy(() -> Transaction.read(request, view))
                .withMessageContaining("future revision");
    }

    @Test
    void doesNotWrite() {
        TxnRequest puts = TxnRequest.newBuilder()
                .addSuccess(RequestOp.newBuilder().setRequestPut(put("b", "1")))
                .build();
        TxnRequest deletes = TxnRequest.newBuilder()
                .addSuccess(RequestOp.newBuilder().setRequestDeleteRange(delete("a", "")))
                .build();

        assertThatIllegalArgumentException().isThrownBy(() -> Transaction.read(puts, view));
        assertThatIllegalArgumentException().isThrownBy(() -> Transaction.read(deletes, view));
    }

    private void apply(String key, long index) throws IOException, EtcdException {
        Change change = keyspace.change(new Applied(1, index));
        change.put(put(key, "value"));
        change.commit();
    }
}

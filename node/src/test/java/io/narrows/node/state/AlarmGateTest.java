package io.narrows.node.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmRequest.AlarmAction;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlarmGateTest {
    private static final ByteString KEY = ByteString.copyFromUtf8("a");
    private static final PutRequest PUT = PutRequest.newBuilder().setKey(KEY).build();
    private static final DeleteRangeRequest DELETE =
            DeleteRangeRequest.newBuilder().setKey(KEY).build();

    @TempDir
    private Path directory;

    @AutoClose
    private Keyspace keyspace;

    private StateMachine machine;
    private long index;

    @BeforeEach
    void open() throws IOException {
        reopen();
        apply(Command.newBuilder().setPut(PUT));
        apply(Command.newBuilder()
                .setGrant(LeaseGrantRequest.newBuilder().setID(7).setTTL(60)));
    }

    private void reopen() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        machine = new StateMachine(keyspace, new ChangeListener() {});
    }

    private Outcome apply(Command.Builder command) throws IOException {
        return machine.apply(command.build(), new Applied(1, ++index));
    }

    private void alarm(AlarmAction action, long member, AlarmType type) throws IOException {
        apply(Command.newBuilder()
                .setAlarm(AlarmRequest.newBuilder()
                        .setAction(action)
                        .setMemberID(member)
                        .setAlarm(type)));
    }

    private static Command.Builder txn(RequestOp.Builder operation) {
        return Command.newBuilder().setTxn(TxnRequest.newBuilder().addFailure(operation));
    }

    private static Command.Builder nested() {
        return txn(RequestOp.newBuilder()
                .setRequestTxn(txn(RequestOp.newBuilder().setRequestPut(PUT)).getTxn()));
    }

    @Test
    void noSpace_refusesWhatGrows_andNothingElse() throws IOException {
        alarm(AlarmAction.ACTIVATE, 1, AlarmType.NOSPACE);

        assertThat(apply(Command.newBuilder().setPut(PUT)).getRefusal()).isEqualTo(EtcdError.NO_SPACE.refusal());
        assertThat(apply(txn(RequestOp.newBuilder().setRequestPut(PUT))).getRefusal())
                .isEqualTo(EtcdError.NO_SPACE.refusal());
        assertThat(apply(nested()).getRefusal()).isEqualTo(EtcdError.NO_SPACE.refusal());
        assertThat(apply(Command.newBuilder()
                                .setGrant(LeaseGrantRequest.newBuilder().setID(8)))
                        .getRefusal())
                .isEqualTo(EtcdError.NO_SPACE.refusal());
        assertThat(keyspace.revision()).isEqualTo(2);

        assertThat(apply(txn(RequestOp.newBuilder().setRequestDeleteRange(DELETE)))
                        .hasTxn())
                .isTrue();
        assertThat(apply(Command.newBuilder().setDeleteRange(DELETE)).hasDeleteRange())
                .isTrue();
        assertThat(apply(Command.newBuilder()
                                .setRevoke(LeaseRevokeRequest.newBuilder().setID(7)))
                        .hasRevoke())
                .isTrue();
        assertThat(apply(Command.newBuilder()
                                .setCompact(CompactionRequest.newBuilder().setRevision(2)))
                        .hasCompact())
                .isTrue();
    }

    @Test
    void corrupt_refusesAllThatTouchesKeysAndLeases() throws IOException {
        alarm(AlarmAction.ACTIVATE, 1, AlarmType.CORRUPT);

        assertThat(apply(Command.newBuilder().setDeleteRange(DELETE)).getRefusal())
                .isEqualTo(EtcdError.CORRUPT.refusal());
        assertThat(apply(Command.newBuilder()
                                .setRevoke(LeaseRevokeRequest.newBuilder().setID(7)))
                        .getRefusal())
                .isEqualTo(EtcdError.CORRUPT.refusal());
        assertThat(apply(Command.newBuilder()
                                .setCompact(CompactionRequest.newBuilder().setRevision(2)))
                        .getRefusal())
                .isEqualTo(EtcdError.CORRUPT.refusal());
        assertThat(keyspace.revision()).isEqualTo(2);
    }

    @Test
    void alarm_holdsUntilTheLastMemberHasDisarmedIt_acrossARestart() throws IOException {
        alarm(AlarmAction.ACTIVATE, 1, AlarmType.NOSPACE);
        alarm(AlarmAction.ACTIVATE, 2, AlarmType.NOSPACE);

        keyspace.close();
        reopen();
        alarm(AlarmAction.DEACTIVATE, 1, AlarmType.NOSPACE);
        assertThat(apply(Command.newBuilder().setPut(PUT)).getRefusal()).isEqualTo(EtcdError.NO_SPACE.refusal());

        alarm(AlarmAction.DEACTIVATE, 2, AlarmType.NOSPACE);
        assertThat(apply(Command.newBuilder().setPut(PUT)).hasPut()).isTrue();
    }
}

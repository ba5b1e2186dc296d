package io.narrows.node.replica;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.put;
import static io.narrows.node.mvcc.Requests.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcomes;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.StateMachine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaftStateMachineTest {
    private static final Entry ENTRY = Entry.newBuilder()
            .addCommands(Command.newBuilder().setPut(put("a", "1")))
            .addCommands(Command.newBuilder()
                    .setTxn(TxnRequest.newBuilder()
                            .addSuccess(RequestOp.newBuilder().setRequestRange(range("a", "z")))))
            .addCommands(Command.newBuilder().setPut(put("b", "1")))
            .build();

    @TempDir
    private Path directory;

    private Keyspace leader;
    private Keyspace follower;

    @BeforeEach
    void open() throws IOException {
        leader = Keyspace.open(directory.resolve("leader"), KeyspaceOptions.defaults());
        follower = Keyspace.open(directory.resolve("follower"), KeyspaceOptions.defaults());
    }

    @AfterEach
    void close() throws IOException {
        leader.close();
        follower.close();
    }

    @Test
    void entryThatThisMemberAppended_hasOutcomes() {
        Proposal proposal = new Proposal(ENTRY);

        machine(leader).onApply(new One(proposal));

        Outcomes outcomes = proposal.agreed().join().outcomes();
        assertThat(outcomes.getOutcomesCount()).isEqualTo(3);
        assertThat(outcomes.getOutcomes(1)
                        .getTxn()
                        .getResponses(0)
                        .getResponseRange()
                        .getKvsList())
                .singleElement()
                .satisfies(found -> assertThat(found.getKey()).isEqualTo(bytes("a")));
    }

    /** A range is read after the commands before it are written, as a batch of their own: the engine counts its bytes. */
    @Test
    void entryOfAnotherMember_isAppliedAlike_withoutReadingItsRanges() throws Exception {
        machine(leader).onApply(new One(new Proposal(ENTRY)));
        machine(follower).onApply(new One(null));

        assertThat(follower.applied()).isEqualTo(new Applied(1, 1)).isEqualTo(leader.applied());
        assertThat(follower.revision()).isEqualTo(3).isEqualTo(leader.revision());
        assertThat(follower.hashKv(0)).isEqualTo(leader.hashKv(0));
        assertThat(follower.statistics().writes().userBytes())
                .isLessThan(leader.statistics().writes().userBytes());
    }

    /** Only the refusal of a database that closes is no failure of the member. */
    @Test
    void entryThatCannotBeApplied_failsTheMemberEvenWhenItCloses() throws Exception {
        Keyspace closed = Keyspace.open(directory.resolve("closed"), KeyspaceOptions.defaults());
        RaftStateMachine machine = machine(closed);
        closed.close();

        assertThatThrownBy(() -> machine.onApply(new One(null) {
                    @Override
                    public ByteBuffer getData() {
                        return ByteBuffer.wrap(new byte[] {-1});
                    }
                }))
                .isInstanceOf(AssertionError.class)
                .hasCauseInstanceOf(IOException.class);
    }

    private static RaftStateMachine machine(Keyspace keyspace) {
        StateMachine state = new StateMachine(keyspace, new ChangeListener() {});
        Snapshots snapshots = new Snapshots(keyspace, state, Long.MAX_VALUE, Runnable::run, () -> {});
        LeadershipListener leadership = new LeadershipListener() {
            @Override
            public void leads() {}

            @Override
            public void follows() {}

            @Override
            public void configurationChanged() {}

            @Override
            public void failed(Throwable cause) {
                throw new AssertionError(cause);
            }
        };
        return new RaftStateMachine(keyspace, state, snapshots, leadership, (term, index) -> {});
    }

    /** The first entry of the log. */
    private static class One implements Iterator {
        private final Closure done;
        private boolean passed;

        One(Closure done) {
            this.done = done;
        }

        @Override
        public boolean hasNext() {
            return !passed;
        }

        @Override
        public ByteBuffer next() {
            passed = true;
            return getData();
        }

        @Override
        public ByteBuffer getData() {
            return ENTRY.toByteString().asReadOnlyByteBuffer();
        }

        @Override
        public long getIndex() {
            return 1;
        }

        @Override
        public long getTerm() {
            return 1;
        }

        @Override
        public Closure done() {
            return done;
        }

        @Override
        public boolean commit() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void commitAndSnapshotSync(Closure closure) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setAutoCommitPerLog(boolean commits) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setErrorAndRollback(long entries, Status status) {
            throw new AssertionError(status.getErrorMsg());
        }
    }
}

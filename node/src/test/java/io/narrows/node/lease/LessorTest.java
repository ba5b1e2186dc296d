package io.narrows.node.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.LeaseCheckpoint;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Change;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LessorTest {
    private static final Question KEEP_ALIVE = Question.newBuilder()
            .setKeepAlive(LeaseKeepAliveRequest.newBuilder().setID(7))
            .build();

    @TempDir
    private Path directory;

    private final AtomicLong now = new AtomicLong();
    private final List<LeaseCheckpoint> proposed = new ArrayList<>();
    private final CompletableFuture<Outcome> agreed = new CompletableFuture<>();
    private Keyspace keyspace;
    private Lessor lessor;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        lessor = new Lessor(new LeaseClock(now::get), keyspace);
        lessor.lead();
        lessor.leaseGranted(7, 3_600);
    }

    @AfterEach
    void close() throws IOException {
        keyspace.close();
    }

    @Test
    void checkpoint_whenAllMembersKnowIt_isProposed() throws IOException {
        version(4);
        pass(LeaseClock.CHECKPOINT_INTERVAL);

        lessor.checkpoint(this::propose);

        assertThat(proposed)
                .containsExactly(LeaseCheckpoint.newBuilder()
                        .setId(7)
                        .setRemainingTtl(3_300)
                        .build());
    }

    @Test
    void checkpoint_whileSomeMembersDoNotKnowIt_isNotProposed() throws IOException {
        version(3);
        pass(LeaseClock.CHECKPOINT_INTERVAL);

        lessor.checkpoint(this::propose);

        assertThat(proposed).isEmpty();
    }

    @Test
    void keepAlive_isAnsweredAtOnce() {
        assertThat(lessor.answer(KEEP_ALIVE, this::propose).join()).isEqualTo(kept(3_600));
        assertThat(proposed).isEmpty();
    }

    @Test
    void keepAlive_afterACheckpoint_isAnsweredWhenTheGroupHasClearedIt() throws IOException {
        version(4);
        pass(LeaseClock.CHECKPOINT_INTERVAL);
        lessor.checkpoint(this::propose);
        proposed.clear();

        CompletableFuture<Answer> answer = lessor.answer(KEEP_ALIVE, this::propose);

        assertThat(proposed)
                .containsExactly(LeaseCheckpoint.newBuilder().setId(7).build());
        assertThat(answer).isNotDone();
        agreed.complete(Outcome.getDefaultInstance());
        assertThat(answer.join()).isEqualTo(kept(3_600));
    }

    @Test
    void keepAlive_afterTheEnd_clearsNothing() throws IOException {
        version(4);
        pass(LeaseClock.CHECKPOINT_INTERVAL);
        lessor.checkpoint(this::propose);
        proposed.clear();
        pass(Duration.ofHours(1));

        assertThat(lessor.answer(KEEP_ALIVE, this::propose).join()).isEqualTo(kept(0));
        assertThat(proposed).isEmpty();
    }

    /** The member that asked then asks the next leader. */
    @Test
    void keepAlive_whereThisMemberNoLongerLeads_failsBecauseTheLeaderChanged() {
        lessor.follow();

        assertThatThrownBy(lessor.answer(KEEP_ALIVE, this::propose)::join)
                .hasRootCauseMessage(EtcdError.LEADER_CHANGED.text());
    }

    private CompletableFuture<Outcome> propose(Command command) {
        assertThat(command.getNeedsVersion()).isEqualTo(4);
        proposed.addAll(command.getCheckpoint().getCheckpointsList());
        return agreed;
    }

    private void version(int version) throws IOException {
        Change change = keyspace.change(new Applied(1, 1));
        change.putGroupVersion(version);
        change.commit();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private static Answer kept(long ttl) {
        Answer.Builder answer = Answer.newBuilder();
        answer.getKeepAliveBuilder().setID(7).setTTL(ttl);
        return answer.build();
    }
}

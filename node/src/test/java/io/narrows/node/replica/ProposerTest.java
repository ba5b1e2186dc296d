package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Outcomes;
import io.narrows.node.command.Refusal;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.mvcc.Requests;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProposerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String LEADER = "m1";

    private final PlayedGroup group = new PlayedGroup();
    private final Proposer proposer = new Proposer(group, TIMEOUT, Runnable::run);

    @Test
    void whereTheGroupIsNotThere_theCommandFails_andTheNextIsWritten() {
        group.fail(new IllegalStateException("the group is not there"));
        CompletableFuture<Outcome> first = proposer.propose(put("a"));

        group.lead(LEADER);
        CompletableFuture<Outcome> second = proposer.propose(put("b"));
        group.answer(0, written(1, "second"));
        group.apply(1);

        assertThat(error(first)).isEqualTo(EtcdError.TIMEOUT);
        assertThat(group.written()).containsExactly(List.of(put("b")));
        assertThat(second).isCompletedWithValue(outcome("second"));
    }

    @Test
    void whereNobodyLeads_itWaitsForAnElection() {
        CompletableFuture<Outcome> waiting = proposer.propose(put("a"));
        assertThat(group.written()).isEmpty();

        group.lead(LEADER);
        group.answer(0, written(1, "done"));
        group.apply(1);

        assertThat(group.written()).containsExactly(List.of(put("a")));
        assertThat(waiting).isCompletedWithValue(outcome("done"));
    }

    @Test
    void outcome_isReportedOnceAppliedHereToo() {
        group.lead(LEADER);
        CompletableFuture<Outcome> proposed = proposer.propose(put("a"));

        group.answer(0, written(7, "done"));
        assertThat(proposed).isNotDone();
        group.apply(7);

        assertThat(proposed).isCompletedWithValue(outcome("done"));
    }

    @Test
    void leaderThatHasCertainlyNotAppendedIt_isGivenItAgain() throws Exception {
        group.lead(LEADER);
        CompletableFuture<Outcome> proposed = proposer.propose(put("a"));

        CompletableFuture<Void> again = group.writes(2);
        group.refuse(0, new NotTakenException("it stops to lead"));
        again.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        group.answer(1, written(1, "done"));
        group.apply(1);

        assertThat(proposed).succeedsWithin(TIMEOUT).isEqualTo(outcome("done"));
        assertThat(group.written()).containsExactly(List.of(put("a")), List.of(put("a")));
    }

    @Test
    void leaderThatMayHaveAppendedIt_isNotGivenItAgain() {
        group.lead(LEADER);
        CompletableFuture<Outcome> proposed = proposer.propose(put("a"));

        group.refuse(0, new EtcdException(EtcdError.LEADER_CHANGED));
        group.lead(LEADER);

        assertThat(error(proposed)).isEqualTo(EtcdError.LEADER_CHANGED);
        assertThat(group.written()).hasSize(1);
    }

    @Test
    void newLeader_isWrittenToWhileTheOneBeforeIsSilent() {
        group.lead(LEADER);
        proposer.propose(put("a"));
        proposer.propose(put("b"));

        group.lead("m2");

        assertThat(group.written()).containsExactly(List.of(put("a")), List.of(put("b")));
    }

    @Test
    void moreThanMemoryIsMeantFor_isRefused_untilOthersAreDone() {
        group.lead(LEADER);
        CompletableFuture<Outcome> first = proposer.propose(put("a"));
        for (int i = 1; i < Proposer.MAX_OUTSTANDING; i++) {
            proposer.propose(put("b"));
        }

        CompletableFuture<Outcome> oneMore = proposer.propose(put("c"));
        assertThat(error(oneMore)).isEqualTo(EtcdError.TOO_MANY_REQUESTS);
        group.answer(0, written(1, "first"));
        group.apply(1);

        assertThat(first).isCompletedWithValue(outcome("first"));
        assertThat(proposer.propose(put("d"))).isNotDone();
    }

    @Test
    void moreBytesThanMemoryIsMeantFor_areRefused_untilOthersAreDone() {
        group.lead(LEADER);
        Command large = Command.newBuilder()
                .setPut(Requests.put("a", "v".repeat((int) (Proposer.MAX_OUTSTANDING_BYTES / 2))))
                .build();
        CompletableFuture<Outcome> first = proposer.propose(large);

        assertThat(error(proposer.propose(large))).isEqualTo(EtcdError.TOO_MANY_REQUESTS);
        assertThat(proposer.propose(put("b"))).isNotDone();
        group.answer(0, written(1, "first"));
        group.apply(1);

        assertThat(first).isCompletedWithValue(outcome("first"));
        group.answer(1, written(2, "second"));
        group.apply(2);
        assertThat(proposer.propose(large)).isNotDone();
    }

    private static EtcdError error(CompletableFuture<Outcome> failed) {
        assertThat(failed).isCompletedExceptionally();
        Throwable cause = Failures.cause(catchThrowable(failed::join));
        assertThat(cause).isInstanceOf(EtcdException.class);
        return ((EtcdException) cause).error();
    }

    private static Command put(String key) {
        return Command.newBuilder().setPut(Requests.put(key, "value")).build();
    }

    private static Outcome outcome(String text) {
        return Outcome.newBuilder()
                .setRefusal(Refusal.newBuilder().setText(text))
                .build();
    }

    private static Agreed written(long index, String text) {
        return new Agreed(
                index, Outcomes.newBuilder().addOutcomes(outcome(text)).build());
    }
}

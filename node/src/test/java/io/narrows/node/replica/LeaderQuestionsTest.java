package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class LeaderQuestionsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final String SELF = "m0";
    private static final String LEADER = "m1";
    private static final String NEXT = "m2";
    private static final Question QUESTION = Question.newBuilder()
            .setKeepAlive(LeaseKeepAliveRequest.newBuilder().setID(7))
            .build();
    private static final Answer ANSWER = Answer.newBuilder()
            .setKeepAlive(LeaseKeepAliveResponse.newBuilder().setID(7).setTTL(60))
            .build();

    private final PlayedLeaders group = new PlayedLeaders();

    static Stream<Exception> failuresOfALeader() {
        return Stream.of(
                new NotTakenException("it does not lead"),
                new NotBegunException(),
                new EtcdException(EtcdError.LEADER_CHANGED),
                new EtcdException(EtcdError.TIMEOUT),
                new EtcdException(EtcdError.STOPPED));
    }

    @ParameterizedTest
    @MethodSource("failuresOfALeader")
    void failureOfTheLeader_isFollowedByAQuestionToTheNext(Exception failure) throws Exception {
        group.leader = Optional.of(LEADER);
        CompletableFuture<Answer> answer = questions(LONG, LONG, Runnable::run).ask(QUESTION);
        Sent first = group.next();

        group.leader = Optional.of(NEXT);
        first.reply.completeExceptionally(failure);
        Sent second = group.next();
        second.reply.complete(ANSWER);

        assertThat(second.member).isEqualTo(NEXT);
        assertThat(answer.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(ANSWER);
    }

    @Test
    void memberThatStops_doesNotAskAgain() throws Exception {
        group.leader = Optional.of(SELF);
        CompletableFuture<Answer> answer = questions(LONG, LONG, Runnable::run).ask(QUESTION);

        group.next().reply.completeExceptionally(new EtcdException(EtcdError.STOPPED));

        assertThat(answer).isCompletedExceptionally();
        assertThat(error(answer)).isEqualTo(EtcdError.STOPPED);
    }

    @Test
    void silentLeader_isFollowedByAQuestionToTheNext() throws Exception {
        group.leader = Optional.of(LEADER);
        CompletableFuture<Answer> answer = questions(LONG, SHORT, Runnable::run).ask(QUESTION);
        group.next();

        group.leader = Optional.of(NEXT);
        Sent sent = group.next();
        while (!sent.member.equals(NEXT)) {
            sent = group.next();
        }
        sent.reply.complete(ANSWER);

        assertThat(answer.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(ANSWER);
    }

    @Test
    void lateAnswer_isTaken_afterTheQuestionWasAskedAgain() throws Exception {
        group.leader = Optional.of(LEADER);
        CompletableFuture<Answer> answer = questions(LONG, SHORT, Runnable::run).ask(QUESTION);
        Sent first = group.next();
        group.next();

        first.reply.complete(ANSWER);

        assertThat(answer).isCompletedWithValue(ANSWER);
    }

    @Test
    void silenceUntilTheTimeout_isATimeout() {
        group.leader = Optional.of(LEADER);

        assertThat(error(questions(SHORT, LONG, Runnable::run).ask(QUESTION))).isEqualTo(EtcdError.TIMEOUT);
    }

    @Test
    void noLeaderUntilTheTimeout_isReportedAsThat() {
        assertThat(error(questions(SHORT, LONG, Runnable::run).ask(QUESTION))).isEqualTo(EtcdError.NO_LEADER);
    }

    @Test
    void closedMember_doesNotAskAgain() {
        LeaderQuestions questions = questions(LONG, LONG, Runnable::run);
        CompletableFuture<Answer> answer = questions.ask(QUESTION);

        questions.close();
        group.leader = Optional.of(NEXT);

        assertThat(error(answer)).isEqualTo(EtcdError.STOPPED);
        assertThat(group.sent).isEmpty();
    }

    @Test
    void cancelledQuestion_isNotAskedAgain() throws Exception {
        BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        group.leader = Optional.of(LEADER);
        CompletableFuture<Answer> answer = questions(LONG, LONG, tasks::add).ask(QUESTION);
        group.next().reply.completeExceptionally(new EtcdException(EtcdError.LEADER_CHANGED));
        Runnable asksAgain = Objects.requireNonNull(tasks.poll(LONG.toSeconds(), TimeUnit.SECONDS));

        answer.cancel(false);
        asksAgain.run();

        assertThat(group.sent).isEmpty();
    }

    @Test
    void pauseThatEndsAfterTheThreads_failsTheQuestion() {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        CompletableFuture<Answer> answer = questions(LONG, LONG, threads).ask(QUESTION);

        threads.shutdown();

        assertThat(cause(answer)).isInstanceOf(RejectedExecutionException.class);
    }

    private LeaderQuestions questions(Duration timeout, Duration silence, Executor answers) {
        return new LeaderQuestions(group, SELF, timeout, silence, answers);
    }

    private static EtcdError error(CompletableFuture<Answer> failed) {
        return Failures.error(cause(failed));
    }

    private static Throwable cause(CompletableFuture<Answer> failed) {
        return Failures.cause(catchThrowable(failed::join));
    }

    private record Sent(String member, CompletableFuture<Answer> reply) {}

    /** A group whose leader and answers are controlled by the test. */
    private static final class PlayedLeaders implements LeaderQuestions.Group {
        private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();
        private volatile Optional<String> leader = Optional.empty();

        Sent next() throws InterruptedException {
            return Objects.requireNonNull(sent.poll(LONG.toSeconds(), TimeUnit.SECONDS), "no question");
        }

        @Override
        public Optional<String> leader() {
            return leader;
        }

        @Override
        public CompletableFuture<Answer> ask(String member, Question question, Duration within) {
            Sent one = new Sent(member, new CompletableFuture<>());
            sent.add(one);
            return one.reply;
        }
    }
}

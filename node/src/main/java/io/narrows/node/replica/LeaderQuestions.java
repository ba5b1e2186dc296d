package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import java.io.Closeable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Asks the leader questions that may be repeated. If the leader fails or is silent, or there is none, the question goes to
 * the leader known a little later, as in etcd. Safe for use by many threads; no call blocks.
 */
final class LeaderQuestions implements Closeable {
    private static final Duration MIN_SILENCE = Duration.ofSeconds(2);

    /** Pause before a question is asked again, as in etcd. Waiting for an election would keep those of clients that gave up. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Later than the failure of the last attempt, which says whether there was a leader. */
    private static final long OVERDUE_NANOS = 10 * PAUSE_NANOS;

    private final Group group;
    private final String self;
    private final Duration timeout;
    private final Duration silence;
    private final Executor answers;
    private volatile boolean closed;

    /** This member's view of the group. */
    interface Group {
        /** Returns the leader; empty if there is none. */
        Optional<String> leader();

        /** Asks a member, once; fails as described in {@link Failures}. */
        CompletableFuture<Answer> ask(String member, Question question, Duration within);
    }

    /**
     * @param self peer address of this member
     * @param timeout after which a question fails
     * @param silence of a leader after which the question is asked again
     * @param answers asks again, and completes the returned futures
     */
    LeaderQuestions(Group group, String self, Duration timeout, Duration silence, Executor answers) {
        this.group = group;
        this.self = self;
        this.timeout = timeout;
        this.silence = silence;
        this.answers = answers;
    }

    /** Returns the silence after which another leader may have been elected. */
    static Duration silence(Duration electionTimeout) {
        Duration elections = electionTimeout.multipliedBy(2);
        return elections.compareTo(MIN_SILENCE) > 0 ? elections : MIN_SILENCE;
    }

    /** Asks as described in {@link Replica#ask}. */
    CompletableFuture<Answer> ask(Question question) {
        Asked asked = new Asked(question, System.nanoTime() + timeout.toNanos());
        asked.ask();
        asked.answer.orTimeout(timeout.toNanos() + OVERDUE_NANOS, TimeUnit.NANOSECONDS);
        CompletableFuture<Answer> told = asked.answer.handleAsync(LeaderQuestions::orRefused, answers);
        told.whenComplete(
                (answer, failure) -> asked.answer.cancel(false)); // without effect unless the caller has canceled it
        return told;
    }

    private static Answer orRefused(Answer answer, Throwable failure) {
        if (failure != null) {
            throw Failures.refused(failure);
        }
        return answer;
    }

    /** Fails later questions, and those that would be asked again. */
    @Override
    public void close() {
        closed = true;
    }

    private final class Asked {
        private final Question question;
        private final long deadline;
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();

        Asked(Question question, long deadline) {
            this.question = question;
            this.deadline = deadline;
        }

        void ask() {
            if (closed) {
                answer.completeExceptionally(new EtcdException(EtcdError.STOPPED));
                return;
            }
            Optional<String> leader = group.leader();
            if (leader.isEmpty()) {
                failed(new EtcdException(EtcdError.NO_LEADER), true);
                return;
            }
            String member = leader.get();
            long remaining = Math.max(0, deadline - System.nanoTime());
            CompletableFuture<Answer> reply = group.ask(member, question, Duration.ofNanos(remaining));
            reply.thenAccept(answer::complete); // also if it is late
            reply.copy()
                    .orTimeout(Math.min(remaining, silence.toNanos()), TimeUnit.NANOSECONDS)
                    .whenComplete((answered, failure) -> {
                        if (failure != null) {
                            Throwable cause = Failures.cause(failure);
                            failed(cause, Failures.isOfLeader(cause) || isStopped(cause) && !member.equals(self));
                        }
                    });
        }

        private void failed(Throwable failure, boolean ofLeader) {
            if (closed) {
                answer.completeExceptionally(new EtcdException(EtcdError.STOPPED));
            } else if (ofLeader && deadline - System.nanoTime() > PAUSE_NANOS) {
                askLater();
            } else {
                answer.completeExceptionally(failure);
            }
        }

        /** Unlike a delayed executor, it fails if {@link #answers} has been shut down. */
        private void askLater() {
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, PAUSE_NANOS, TimeUnit.NANOSECONDS)
                    .thenRunAsync(this::askUnlessDone, answers)
                    .whenComplete((asked, failure) -> {
                        if (failure != null) {
                            answer.completeExceptionally(failure);
                        }
                    });
        }

        private void askUnlessDone() {
            if (!answer.isDone()) {
                ask();
            }
        }
    }

    private static boolean isStopped(Throwable failure) {
        return Failures.error(failure) == EtcdError.STOPPED;
    }
}

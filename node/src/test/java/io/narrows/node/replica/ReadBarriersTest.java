package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ReadBarriersTest {
    private final List<CompletableFuture<Void>> asked = new ArrayList<>();
    private final ReadBarriers barriers = new ReadBarriers(() -> {
        CompletableFuture<Void> question = new CompletableFuture<>();
        asked.add(question);
        return question;
    });

    @Test
    void pass_whileOneIsUnderWay_waitsForTheNext() {
        CompletableFuture<Void> first = barriers.pass();
        CompletableFuture<Void> second = barriers.pass();
        CompletableFuture<Void> third = barriers.pass();
        assertThat(asked).hasSize(1);

        asked.get(0).complete(null);

        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
        assertThat(asked).hasSize(2);

        asked.get(1).complete(null);

        assertThat(second).isCompleted();
        assertThat(third).isCompleted();
    }

    @Test
    void pass_afterAllHaveBeenAnswered_asksAgain() {
        barriers.pass();
        asked.get(0).complete(null);

        CompletableFuture<Void> later = barriers.pass();

        assertThat(asked).hasSize(2);
        assertThat(later).isNotDone();
    }

    @Test
    void pass_thatFails_failsForThoseAlone() {
        CompletableFuture<Void> first = barriers.pass();
        CompletableFuture<Void> second = barriers.pass();

        asked.get(0).completeExceptionally(new IllegalStateException("no leader"));
        asked.get(1).complete(null);

        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompleted();
    }

    @Test
    void pass_whoseQuestionCannotBeAsked_fails_andTheNextOneAsksAgain() {
        Queue<CompletableFuture<Void>> questions = new ArrayDeque<>();
        ReadBarriers failing = new ReadBarriers(questions::remove);
        CompletableFuture<Void> first = failing.pass();
        questions.add(CompletableFuture.completedFuture(null));

        CompletableFuture<Void> second = failing.pass();

        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompleted();
    }

    @Test
    void pass_thatWaited_andWhoseQuestionCannotBeAsked_fails_butNotTheOneBefore() {
        CompletableFuture<Void> question = new CompletableFuture<>();
        Queue<CompletableFuture<Void>> questions = new ArrayDeque<>(List.of(question));
        ReadBarriers failing = new ReadBarriers(questions::remove);
        CompletableFuture<Void> first = failing.pass();
        CompletableFuture<Void> second = failing.pass();

        question.complete(null);

        assertThat(first).isCompleted();
        assertThat(second).isCompletedExceptionally();
    }
}

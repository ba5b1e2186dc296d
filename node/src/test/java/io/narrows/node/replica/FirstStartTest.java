package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Question;
import io.narrows.node.command.Standing;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FirstStartTest {
    private static final Standing NEW =
            Standing.newBuilder().setVoters(3).setMember(true).build();
    private static final Standing STARTED = NEW.toBuilder().setStarted(true).build();
    private static final Standing NO_MEMBER = Standing.newBuilder().setVoters(3).build();

    private final Map<String, List<CompletableFuture<Answer>>> answers = new HashMap<>();
    private final List<String> asked = new ArrayList<>();

    @Test
    void memberThatIsAlone_asksNobody() throws IOException {
        await(1, false);

        assertThat(asked).isEmpty();
    }

    @Test
    void othersThatHaveNotBegunEither_areEnough() throws IOException {
        answer(2, notBegun());
        answer(3, notBegun());

        await(3, false);

        assertThat(asked).containsExactlyInAnyOrder("m2", "m3");
    }

    @Test
    void otherThatIsNotThereYet_isAskedAgain() throws IOException {
        answer(2, reply(NEW));
        answer(3, CompletableFuture.failedFuture(new ConnectException()));
        answer(3, reply(NEW));

        await(3, false);

        assertThat(asked).containsExactlyInAnyOrder("m2", "m3", "m3");
    }

    @Test
    void fiveMembers_needThreeOthers() throws IOException {
        answer(2, CompletableFuture.failedFuture(new ConnectException()));
        answer(3, notBegun());
        answer(4, notBegun());
        answer(5, notBegun());

        await(5, false);

        assertThat(asked).hasSize(4);
    }

    @Test
    void memberThatOneOfThemHasSeenBegin_isRefused() {
        answer(2, reply(NEW));
        answer(3, reply(STARTED));

        assertThatThrownBy(() -> await(3, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("m1 has no data here, but m3 reports that it had data");
    }

    @Test
    void answerOfALearner_isNotEnough() throws IOException {
        answer(2, reply(NEW));
        answer(3, reply(NEW.toBuilder().setFromLearner(true).build()));
        answer(3, reply(NEW));

        await(3, false);

        assertThat(asked).containsExactlyInAnyOrder("m2", "m3", "m3");
    }

    @Test
    void oneThatJoins_waitsUntilItIsAMember() throws IOException {
        answer(2, reply(NO_MEMBER));
        answer(2, reply(NEW));
        answer(3, reply(NO_MEMBER));
        answer(3, reply(NEW));

        await(3, true);

        assertThat(asked).hasSize(4);
    }

    private void await(int size, boolean joins) throws IOException {
        List<String> members =
                IntStream.rangeClosed(1, size).mapToObj(i -> "m" + i).toList();
        RaftSettings settings = new RaftSettings(
                "test", "m1", new InetSocketAddress(0), members, joins, Path.of("data"), Duration.ofSeconds(1), 1);
        new FirstStart(settings, this::ask).await();
    }

    private CompletableFuture<Answer> ask(String member, Question question) {
        assertThat(question.getStanding()).isEqualTo("m1");
        asked.add(member);
        return answers.get(member).remove(0);
    }

    /** Adds an answer, to be given after the ones added before. */
    private void answer(int member, CompletableFuture<Answer> answer) {
        answers.computeIfAbsent("m" + member, name -> new ArrayList<>()).add(answer);
    }

    private static CompletableFuture<Answer> notBegun() {
        return CompletableFuture.failedFuture(new NotBegunException());
    }

    private static CompletableFuture<Answer> reply(Standing standing) {
        return CompletableFuture.completedFuture(
                Answer.newBuilder().setStanding(standing).build());
    }
}

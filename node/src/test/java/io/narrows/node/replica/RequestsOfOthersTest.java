package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.command.Question;
import io.narrows.node.peer.message.AskRequest;
import io.narrows.node.peer.message.Failure;
import io.narrows.node.peer.message.ProposeRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests members that have not joined yet. */
class RequestsOfOthersTest {
    private static final AskRequest STANDING = AskRequest.newBuilder()
            .setQuestion(Question.newBuilder().setStanding("m2:2380"))
            .setAsApplied(true)
            .build();

    @Test
    void newMember_saysThatItHasNotBegun() {
        assertThat(kindOfAnswer(true)).isEqualTo(Failure.Kind.NOT_BEGUN);
    }

    /** A member that lost its data would conclude that this one has seen nothing, and would start. */
    @Test
    void memberThatStartsAgain_doesNotSaySo() {
        assertThat(kindOfAnswer(false)).isEqualTo(Failure.Kind.NO_LEADER);
    }

    private static Failure.Kind kindOfAnswer(boolean isNew) {
        return new RequestsOfOthers(isNew).ask(STANDING).join().getFailure().getKind();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void entry_isCertainlyNotTaken(boolean isNew) {
        assertThat(new RequestsOfOthers(isNew)
                        .propose(ProposeRequest.getDefaultInstance())
                        .join()
                        .getFailure()
                        .getKind())
                .isEqualTo(Failure.Kind.NOT_TAKEN);
    }
}

package io.narrows.node.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.command.Entry;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class MessageTypeTest {
    @Test
    void numbersOfTypesNeverChange() {
        String numbers = Arrays.stream(MessageType.values())
                .map(type -> type.number() + " " + type.prototype().getClass().getSimpleName())
                .collect(Collectors.joining("\n"));

        assertThat(numbers).isEqualTo("""
                1 PingRequest
                2 ErrorResponse
                3 RequestVoteRequest
                4 RequestVoteResponse
                5 AppendEntriesRequest
                6 AppendEntriesResponse
                7 ReadIndexRequest
                8 ReadIndexResponse
                9 TimeoutNowRequest
                10 TimeoutNowResponse
                11 InstallSnapshotRequest
                12 InstallSnapshotResponse
                13 GetFileRequest
                14 GetFileResponse
                64 ProposeRequest
                65 ProposeReply
                66 AskRequest
                67 AskReply
                68 Failure""");
    }

    @Test
    void findsTypesByNumberAndByClass() {
        for (MessageType type : MessageType.values()) {
            assertThat(MessageType.numbered(type.number())).isSameAs(type);
            assertThat(MessageType.of(type.prototype().getClass())).isSameAs(type);
        }
    }

    @Test
    void refusesMessagesThatHaveNoNumber() {
        assertThatThrownBy(() -> MessageType.of(Entry.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Entry.class.getName());
    }
}

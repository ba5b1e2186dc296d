package io.narrows.tests.grpc;

import java.util.List;
import java.util.stream.Stream;

/**
 * Messages that a client sent and a server returned.
 *
 * @param requests as they arrived at the server
 * @param answers as they arrived at the client
 */
public record Exchange(List<ReceivedMessage> requests, List<ReceivedMessage> answers) {
    /** Returns the bytes of all messages as they were compressed. */
    public long packedBytes() {
        return Stream.concat(requests.stream(), answers.stream())
                .mapToLong(ReceivedMessage::packedBytes)
                .sum();
    }

    /** Returns whether the same messages arrived at both ends, in any order. */
    public boolean isOf(OrderMessages messages) {
        List<String> expected = messages.digests().stream().sorted().toList();
        return sorted(requests).equals(expected) && sorted(answers).equals(expected);
    }

    private static List<String> sorted(List<ReceivedMessage> messages) {
        return messages.stream().map(ReceivedMessage::digest).sorted().toList();
    }
}

package io.narrows.tests.linearizability;

import java.util.Optional;

/**
 * A client's request and its outcome: one line of a history.
 *
 * @param call nanoseconds of the clock of all clients
 * @param returned when the response arrived, or the client stopped waiting
 * @param answer present if the outcome is {@link Outcome#OK}
 */
record Operation(Invocation invocation, long call, long returned, Outcome outcome, Optional<Answer> answer) {
    static Operation answered(Invocation invocation, long call, long returned, Answer answer) {
        return new Operation(invocation, call, returned, Outcome.OK, Optional.of(answer));
    }

    static Operation unanswered(Invocation invocation, long call, long returned, Outcome outcome) {
        return new Operation(invocation, call, returned, outcome, Optional.empty());
    }

    /** Returns the revision that the operation is known to have created, if any. */
    Optional<Long> change() {
        return answer.filter(Answer::succeeded)
                .filter(told -> switch (invocation.kind()) {
                    case GET, HOLD, EXPIRE -> false;
                    case DELETE -> !told.seen().equals(Optional.of(Version.NOTHING));
                    default -> true;
                })
                .map(Answer::revision);
    }

    /** Returns the format that {@code tests/src/test/go/linearizability} reads. */
    String json() {
        boolean compared = invocation.kind().compares();
        return "{%s,\"call\":%d,\"return\":%d,\"outcome\":\"%s\"%s}"
                .formatted(
                        invocation.json(),
                        call,
                        returned,
                        outcome.json(),
                        answer.map(told -> told.json(compared)).orElse(""));
    }
}

package io.narrows.tests.linearizability;

import java.util.Optional;

/**
 * What a client asked for and what came of it: one line of a history.
 *
 * @param call nanoseconds of the clock of all clients
 * @param returned when it was answered, or its client stopped waiting
 * @param answer there when the outcome is {@link Outcome#OK}
 */
record Operation(Invocation invocation, long call, long returned, Outcome outcome, Optional<Answer> answer) {
    static Operation answered(Invocation invocation, long call, long returned, Answer answer) {
        return new Operation(invocation, call, returned, Outcome.OK, Optional.of(answer));
    }

    static Operation unanswered(Invocation invocation, long call, long returned, Outcome outcome) {
        return new Operation(invocation, call, returned, outcome, Optional.empty());
    }

    /** The revision that it is known to have made, if it made one. */
    Optional<Long> change() {
        return answer.filter(Answer::succeeded)
                .filter(told -> switch (invocation.kind()) {
                    case GET, HOLD, EXPIRE -> false;
                    case DELETE -> !told.seen().equals(Optional.of(Version.NOTHING));
                    default -> true;
                })
                .map(Answer::revision);
    }

    /** As {@code tests/src/test/go/linearizability} reads it. */
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

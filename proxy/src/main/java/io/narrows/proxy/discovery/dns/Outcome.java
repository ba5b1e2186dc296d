package io.narrows.proxy.discovery.dns;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An answer, or the reason why there is none.
 *
 * @param answer null if and only if there is a failure
 */
record Outcome<T>(@Nullable Answer<T> answer, @Nullable LookUpFailure failure) {
    /** Returns the outcome of a question, in a future that never fails. */
    static <T> CompletableFuture<Outcome<T>> of(CompletableFuture<Answer<T>> question) {
        return question.handle((answer, failure) -> failure == null
                ? new Outcome<>(answer, null)
                : new Outcome<>(null, failure instanceof LookUpFailure known ? known : LookUpFailure.of(failure)));
    }

    boolean isAbsent() {
        return failure != null && failure.isAbsent();
    }

    /** Returns whether no server said which records there are. */
    boolean isUnknown() {
        return failure != null && !failure.isAbsent();
    }

    boolean hasRecords() {
        return answer != null;
    }

    List<T> recordsOr(List<T> otherwise) {
        return answer == null ? otherwise : answer.records();
    }

    /** Returns the time to live; a failure has none of its own. */
    long seconds() {
        return answer == null ? Long.MAX_VALUE : answer.seconds();
    }

    /** Returns the reason of a failure. */
    String reason() {
        return String.valueOf(Objects.requireNonNull(failure).getMessage());
    }
}

package io.narrows.tests.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.linearizability.Invocation.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AcknowledgedWritesTest {
    private static final Operation PUT = acknowledged(put("a"), 2);
    private static final Operation DELETE =
            acknowledged(new Invocation(0, Kind.DELETE, "key", "", Optional.empty()), 3, new Version("a", 2));

    private final AcknowledgedWrites writes = new AcknowledgedWrites(2);

    @Test
    void existingWrites_areFound() {
        writes.tell(List.of(event("a", 2), event("", 3)));

        writes.check(List.of(PUT, DELETE));

        assertThat(writes.found()).isEqualTo(2);
        assertThat(writes.complaints()).isEmpty();
        assertThat(writes.missing()).isEmpty();
    }

    @Test
    void anotherWriteAtItsRevision_isAComplaint() {
        writes.tell(List.of(event("b", 2)));

        writes.check(List.of(PUT));

        assertThat(writes.complaints()).singleElement().asString().contains("acknowledged", "\"value\":\"a\"");
    }

    @Test
    void writeBeyondTheHistory_isMissing_untilItIsAdded() {
        writes.check(List.of(PUT));

        assertThat(writes.missing()).hasSize(1);

        writes.tell(List.of(event("a", 2)));
        writes.check(List.of());

        assertThat(writes.missing()).isEmpty();
        assertThat(writes.found()).isEqualTo(1);
    }

    @Test
    void failedWriteThatIsThere_isAComplaint() {
        writes.check(List.of(Operation.unanswered(put("a"), 1, 2, Outcome.FAILED)));

        writes.tell(List.of(event("a", 2)));

        assertThat(writes.complaints()).singleElement().asString().startsWith("failed, but took effect");
    }

    @Test
    void writeOfUnknownOutcome_mayBeThereOrNot() {
        writes.check(List.of(
                Operation.unanswered(put("a"), 1, 2, Outcome.UNKNOWN),
                Operation.unanswered(put("b"), 1, 2, Outcome.UNKNOWN)));

        writes.tell(List.of(event("a", 2)));

        assertThat(writes.complaints()).isEmpty();
    }

    @Test
    void valueWrittenTwice_isAComplaint() {
        writes.tell(List.of(event("a", 2), event("a", 3)));

        assertThat(writes.complaints()).singleElement().asString().startsWith("written at revision 2 and again");
    }

    @Test
    void revisionLeftOut_isAComplaint() {
        writes.tell(List.of(event("a", 2), event("b", 4)));

        assertThat(writes.complaints()).singleElement().asString().startsWith("after revision 2 follows");
    }

    private static Invocation put(String id) {
        return new Invocation(0, Kind.PUT, "key", id, Optional.empty());
    }

    private static Operation acknowledged(Invocation invocation, long revision, Version... seen) {
        return Operation.answered(
                invocation,
                1,
                2,
                new Answer(revision, true, List.of(seen).stream().findFirst()));
    }

    private static Event event(String id, long revision) {
        return new Event("key", new Version(id, revision));
    }
}

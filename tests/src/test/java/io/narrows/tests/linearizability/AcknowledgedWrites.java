package io.narrows.tests.linearizability;

import io.narrows.tests.linearizability.Invocation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks that acknowledged writes are in the store's history at their revisions, and failed ones are not. Accepts history and
 * operations in pieces.
 */
final class AcknowledgedWrites {
    private final Map<Long, Event> past = new HashMap<>();
    private final Map<String, Long> revisionsOfIds = new HashMap<>();
    private final List<Operation> failed = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private List<Operation> open = new ArrayList<>();
    private long found;
    private long revision;

    /** @param firstRevision of the first write */
    AcknowledgedWrites(long firstRevision) {
        this.revision = firstRevision - 1;
    }

    /** Returns the last revision of the history so far. */
    long revision() {
        return revision;
    }

    /** @param events the next events, one per revision without gaps, since each write writes one key */
    void tell(List<Event> events) {
        for (Event event : events) {
            if (event.revision() != revision + 1) {
                complaints.add("after revision %d follows %s".formatted(revision, event));
            }
            revision = event.revision();
            past.put(revision, event);
            Long other = revisionsOfIds.putIfAbsent(event.version().id(), revision);
            if (other != null && !event.version().id().isEmpty()) {
                complaints.add("written at revision %d and again: %s".formatted(other, event));
            }
        }
    }

    /** Checks the operations whose revisions are in the history; the others wait. */
    void check(List<Operation> operations) {
        open.addAll(operations);
        List<Operation> later = new ArrayList<>();
        for (Operation operation : open) {
            if (operation.outcome() == Outcome.FAILED
                    && operation.invocation().kind().writes()) {
                failed.add(operation);
            }
            operation.change().ifPresent(made -> {
                if (made > revision) {
                    later.add(operation);
                } else {
                    checkAcknowledged(operation, made);
                }
            });
        }
        open = later;
    }

    private void checkAcknowledged(Operation operation, long made) {
        Invocation asked = operation.invocation();
        String id = asked.kind() == Kind.DELETE ? "" : asked.id();
        if (new Event(asked.key(), new Version(id, made)).equals(past.get(made))) {
            found++;
        } else {
            complaints.add("acknowledged, but the past has %s: %s".formatted(past.get(made), operation.json()));
        }
    }

    /** Returns the number of acknowledged operations found so far. */
    long found() {
        return found;
    }

    /** Returns the operations whose revision is not in the history yet. */
    List<String> missing() {
        return open.stream()
                .map(operation -> "acknowledged, but beyond revision " + revision + ": " + operation.json())
                .toList();
    }

    /** Returns the violations. */
    List<String> complaints() {
        List<String> all = new ArrayList<>(complaints);
        failed.stream()
                .filter(operation ->
                        revisionsOfIds.containsKey(operation.invocation().id()))
                .forEach(operation -> all.add("failed, but took effect: " + operation.json()));
        return all;
    }
}

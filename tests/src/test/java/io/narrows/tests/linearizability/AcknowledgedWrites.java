package io.narrows.tests.linearizability;

import io.narrows.tests.linearizability.Invocation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether what was acknowledged is in the past that the store tells, at its revision, and what failed is not. Takes the past
 * and the operations piece by piece.
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

    /** The last revision of the past so far. */
    long revision() {
        return revision;
    }

    /** @param events what is to follow; no revision may be left out, and none has two, as each write writes one key */
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

    /** Judges those whose revision has been told; the others wait for it. */
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

    /** How many were acknowledged and are there. */
    long found() {
        return found;
    }

    /** Those that wait for their revision to be told. */
    List<String> missing() {
        return open.stream()
                .map(operation -> "acknowledged, but beyond revision " + revision + ": " + operation.json())
                .toList();
    }

    /** What must not be. */
    List<String> complaints() {
        List<String> all = new ArrayList<>(complaints);
        failed.stream()
                .filter(operation ->
                        revisionsOfIds.containsKey(operation.invocation().id()))
                .forEach(operation -> all.add("failed, but took effect: " + operation.json()));
        return all;
    }
}

package io.narrows.tests.linearizability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** All operations of all clients. Thread-safe. */
final class History {
    private final AtomicInteger clients = new AtomicInteger();
    private final List<Operation> operations = new ArrayList<>();

    /** Returns a new, unique client number. */
    int newClient() {
        return clients.getAndIncrement();
    }

    synchronized void add(Operation operation) {
        operations.add(operation);
    }

    /** Returns the finished operations, in the order of their ends. */
    synchronized List<Operation> operations() {
        return List.copyOf(operations);
    }

    /** Returns the finished operations after the first {@code count}. */
    synchronized List<Operation> after(int count) {
        return List.copyOf(operations.subList(count, operations.size()));
    }

    /** Writes one operation per line. */
    Path write(Path file) throws IOException {
        return Files.write(file, operations().stream().map(Operation::json).toList());
    }

    long count(Outcome outcome) {
        return operations().stream()
                .filter(operation -> operation.outcome() == outcome)
                .count();
    }
}

package io.narrows.tests.robustness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that do nothing but use the processors. */
final class BusyLoad implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    /** Starts some more. */
    void start(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            processes.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}

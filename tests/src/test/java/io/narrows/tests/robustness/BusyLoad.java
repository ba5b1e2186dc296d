package io.narrows.tests.robustness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that only keep the processors busy. */
final class BusyLoad implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    /** Starts some more processes. */
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

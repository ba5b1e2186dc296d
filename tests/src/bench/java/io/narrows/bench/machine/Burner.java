package io.narrows.bench.machine;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that keep all processors busy: one for each, for four minutes at most. */
public final class Burner implements Closeable {
    private static final String[] COMMAND = {"timeout", "240", "sh", "-c", "while :; do :; done"};

    /** No processes. */
    public static final Burner NONE = new Burner();

    private final List<Process> processes = new ArrayList<>();

    private Burner() {}

    /** @throws IOException if a process cannot be started */
    public static Burner start() throws IOException {
        Burner burner = new Burner();
        try {
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                burner.processes.add(new ProcessBuilder(COMMAND).inheritIO().start());
            }
            return burner;
        } catch (IOException e) {
            burner.close();
            throw e;
        }
    }

    /** @throws IOException if a process has ended */
    public void check() throws IOException {
        for (Process process : processes) {
            if (!process.isAlive()) {
                throw new IOException("a process that kept a processor busy has ended: " + process.exitValue());
            }
        }
    }

    /** Ends the processes. */
    @Override
    public void close() {
        for (Process process : processes) {
            List<ProcessHandle> children = process.descendants().toList();
            process.destroy(); // timeout(1) ends its shell as well
            children.forEach(ProcessHandle::destroy);
        }
    }
}

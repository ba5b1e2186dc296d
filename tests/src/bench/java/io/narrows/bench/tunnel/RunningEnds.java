package io.narrows.bench.tunnel;

import io.narrows.node.file.Directories;
import io.narrows.tests.support.WireHop;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processes at both ends of a tunnel, the counted wires between them, and a folder for their files. */
final class RunningEnds implements Closeable {
    private final Path directory;
    private final List<EndProcess> ends = new ArrayList<>();
    private final List<WireHop> hops = new ArrayList<>();

    RunningEnds() throws IOException {
        directory = Files.createTempDirectory("narrows-bench-");
    }

    Path directory() {
        return directory;
    }

    /** Adds a hop that is closed with the others. */
    void add(WireHop hop) {
        hops.add(hop);
    }

    /**
     * Starts a process.
     *
     * @param name of its log
     */
    EndProcess start(List<String> command, String name) throws IOException {
        EndProcess end = EndProcess.start(command, directory.resolve(name + ".log"));
        ends.add(end);
        return end;
    }

    /** Returns the usage so far; no bytes without a hop. */
    Usage usage() {
        return new Usage(
                hops.stream().mapToLong(WireHop::forwardBytes).sum(),
                hops.stream().mapToLong(WireHop::backBytes).sum(),
                ends.stream()
                        .mapToDouble(end -> ProcessTree.cpuSeconds(end.handle()))
                        .sum());
    }

    /** Returns the processor seconds of each process and its descendants so far, in the order of their starts. */
    List<Double> cpuSeconds() {
        return ends.stream().map(end -> ProcessTree.cpuSeconds(end.handle())).toList();
    }

    /** Returns the memory of each process, in the order of their starts. */
    List<Resident> resident() throws IOException {
        List<Resident> resident = new ArrayList<>();
        for (EndProcess end : ends) {
            resident.add(ProcessTree.resident(end.handle()));
        }
        return resident;
    }

    /** Returns the output of each process so far, in the order of their starts. */
    List<String> logs() throws IOException {
        List<String> logs = new ArrayList<>();
        for (EndProcess end : ends) {
            logs.add(end.log());
        }
        return logs;
    }

    /**
     * Checks that all of them still run.
     *
     * @throws IOException if one has ended; the message has its output
     */
    void check() throws IOException {
        for (EndProcess end : ends) {
            if (!end.isAlive()) {
                throw new IOException("an end of the tunnel has ended: " + end.log());
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (EndProcess end : ends) {
            end.close();
        }
        for (WireHop hop : hops) {
            hop.close();
        }
        Directories.delete(directory);
    }
}

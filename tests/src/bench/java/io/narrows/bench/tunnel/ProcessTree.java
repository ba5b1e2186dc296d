package io.narrows.bench.tunnel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reads the resource usage of processes and their descendants from /proc (proc(5)). */
public final class ProcessTree {
    /** USER_HZ, the unit of times in /proc: 100 on every architecture that Debian supports. */
    static final double TICKS_PER_SECOND = 100;

    private ProcessTree() {}

    /** Returns the processor seconds of the process and its descendants, including ended ones that were waited for. */
    public static double cpuSeconds(ProcessHandle root) {
        return pids(root).mapToLong(pid -> readTicks(pid)).sum() / TICKS_PER_SECOND;
    }

    /** Returns the memory of the process, without its descendants. */
    public static Resident resident(ProcessHandle process) throws IOException {
        return Resident.parse(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
    }

    private static Stream<Long> pids(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants()).map(ProcessHandle::pid);
    }

    private static long readTicks(long pid) {
        try {
            return ticks(Files.readString(Path.of("/proc/" + pid + "/stat")));
        } catch (NoSuchFileException e) {
            return 0; // ended in the meantime: its parent has its ticks
        } catch (IOException e) {
            return 0; // ended between open and read (ESRCH), likewise
        }
    }

    /** Sums utime, stime, cutime and cstime of a {@code stat} file. The name, in parentheses, may contain anything. */
    static long ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Stream.of(11, 12, 13, 14)
                .mapToLong(field -> Long.parseLong(fields[field]))
                .sum();
    }
}

package io.narrows.bench.tunnel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What processes and their descendants take, as /proc has it (proc(5)). */
public final class ProcessTree {
    /** USER_HZ, the unit of times in /proc: 100 on every architecture that Debian runs on. */
    static final double TICKS_PER_SECOND = 100;

    private ProcessTree() {}

    /** Processor seconds of the process, its descendants, and those of them that have ended and were waited for. */
    public static double cpuSeconds(ProcessHandle root) {
        return pids(root).mapToLong(pid -> readTicks(pid)).sum() / TICKS_PER_SECOND;
    }

    /** Memory of the process, without its descendants. */
    static Resident resident(ProcessHandle process) throws IOException {
        return Resident.parse(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
    }

    private static Stream<Long> pids(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants()).map(ProcessHandle::pid);
    }

    private static long readTicks(long pid) {
        try {
            return ticks(Files.readString(Path.of("/proc/" + pid + "/stat")));
        } catch (NoSuchFileException e) {
            return 0; // ended meanwhile: its parent has its ticks
        } catch (IOException e) {
            return 0; // ended between open and read (ESRCH), likewise
        }
    }

    /** utime, stime, cutime and cstime of a {@code stat} file. The name, in parentheses, may hold anything. */
    static long ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Stream.of(11, 12, 13, 14)
                .mapToLong(field -> Long.parseLong(fields[field]))
                .sum();
    }
}

package io.narrows.tests.databases;

import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads the processor time of processes, including ended children, from proc(5). */
final class ProcessorTime {
    private static final double TICKS_PER_SECOND =
            Double.parseDouble(Command.run("getconf", "CLK_TCK").strip());
    /** Index of utime among the fields after the command's name, which may contain blanks; stime, cutime and cstime follow. */
    private static final int FIRST_FIELD = 11;

    private static final int FIELDS = 4;

    private ProcessorTime() {}

    /** Returns the seconds of all running processes of a host. */
    static double of(Host host) {
        return Command.run("ip", "netns", "pids", host.name())
                .lines()
                .mapToDouble(pid -> of(Long.parseLong(pid.strip())))
                .sum();
    }

    /** Returns the seconds of one process; 0 if it has ended. */
    static double of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long ticks = 0;
            for (int i = FIRST_FIELD; i < FIRST_FIELD + FIELDS; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.narrows.bench.raft;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the process has used so far.
 *
 * @param processNanos processor time of the whole process
 * @param threadNanos processor time of each Java thread, by its id and name
 * @param allocated bytes that Java threads allocated, by their ids
 * @param switches of threads, voluntary and not, by the kernel's thread id
 */
record Usage(long processNanos, Map<String, Long> threadNanos, Map<Long, Long> allocated, Map<String, Long> switches) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Usage now() {
        long process = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        long[] ids = THREADS.getAllThreadIds();
        long[] nanos = THREADS.getThreadCpuTime(ids);
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        Map<String, Long> threadNanos = new HashMap<>();
        Map<Long, Long> allocated = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            var info = THREADS.getThreadInfo(ids[i]);
            if (info != null && nanos[i] >= 0) {
                threadNanos.put(ids[i] + " " + info.getThreadName(), nanos[i]);
                allocated.put(ids[i], bytes[i]);
            }
        }
        return new Usage(process, threadNanos, allocated, switchesNow());
    }

    /** Processor time since then in seconds, of threads whose names contain one of the words. */
    double seconds(Usage before, String word) {
        return threadNanos.entrySet().stream()
                        .filter(thread -> thread.getKey().contains(word))
                        .mapToLong(thread -> thread.getValue() - before.threadNanos.getOrDefault(thread.getKey(), 0L))
                        .sum()
                / 1e9;
    }

    /** Processor time of the whole process since then, in seconds. */
    double seconds(Usage before) {
        return (processNanos - before.processNanos) / 1e9;
    }

    long allocated(Usage before) {
        return allocated.entrySet().stream()
                .mapToLong(thread -> thread.getValue() - before.allocated.getOrDefault(thread.getKey(), 0L))
                .sum();
    }

    /** Of all threads but the relays'. */
    long switches(Usage before) {
        return switches.entrySet().stream()
                .filter(thread -> !thread.getKey().contains("bench-relays"))
                .mapToLong(thread -> thread.getValue() - before.switches.getOrDefault(thread.getKey(), 0L))
                .sum();
    }

    /** The kinds of threads that used most, with milliseconds of processor time and thread switches each. */
    List<String> most(Usage before, int count) {
        Map<String, long[]> kinds = new TreeMap<>();
        switches.forEach((thread, now) -> {
            String kind = thread.substring(thread.indexOf(' ') + 1).replaceAll("[0-9]+", "N");
            kinds.computeIfAbsent(kind, k -> new long[2])[1] += now - before.switches.getOrDefault(thread, 0L);
        });
        threadNanos.forEach((thread, now) -> {
            String name = thread.substring(thread.indexOf(' ') + 1);
            String kind = name.substring(0, Math.min(15, name.length())).replaceAll("[0-9]+", "N");
            kinds.computeIfAbsent(kind, k -> new long[2])[0] +=
                    (now - before.threadNanos.getOrDefault(thread, 0L)) / 1_000_000;
        });
        return kinds.entrySet().stream()
                .sorted((a, b) -> Long.compare(b.getValue()[0], a.getValue()[0]))
                .limit(count)
                .map(kind ->
                        "  %-16s %7d ms %9d switches".formatted(kind.getKey(), kind.getValue()[0], kind.getValue()[1]))
                .toList();
    }

    private static Map<String, Long> switchesNow() {
        Map<String, Long> switches = new HashMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                try {
                    String name = "";
                    long sum = 0;
                    for (String line : Files.readAllLines(task.resolve("status"))) {
                        if (line.startsWith("Name:")) {
                            name = line.substring(5).trim();
                        } else if (line.contains("ctxt_switches:")) {
                            sum += Long.parseLong(
                                    line.substring(line.indexOf(':') + 1).trim());
                        }
                    }
                    switches.put(task.getFileName() + " " + name, sum);
                } catch (IOException e) {
                    continue; // the thread has ended
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("thread switches cannot be counted here", e);
        }
        return switches;
    }
}

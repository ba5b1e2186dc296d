package io.narrows.node.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that have a name, and by which a process does not stay alive. */
public final class DaemonThreads {
    private DaemonThreads() {}

    /** All of one name, for those of which there is one. */
    public static ThreadFactory named(String name) {
        return work -> thread(work, name);
    }

    /** Of a name and their number, from 1 on. */
    public static ThreadFactory numbered(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return work -> thread(work, prefix + number.incrementAndGet());
    }

    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}

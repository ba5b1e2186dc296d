package io.narrows.node.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Factories of named daemon threads. */
public final class DaemonThreads {
    private DaemonThreads() {}

    /** Returns a factory whose threads all have the same name, for single threads. */
    public static ThreadFactory named(String name) {
        return work -> thread(work, name);
    }

    /** Returns a factory of threads numbered from 1. */
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

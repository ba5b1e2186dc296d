package io.narrows.proxy.dictionary;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The thread that reads and writes the files of dictionaries, so that neither event loops nor workers wait for a disk. */
final class StoreThread {
    private static final long IDLE_SECONDS = 60;

    private StoreThread() {}

    /** Returns an executor of one thread, which ends when it has nothing to do. */
    static ExecutorService start() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), StoreThread::thread);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static Thread thread(Runnable work) {
        Thread made = new Thread(work, "narrows-dictionary-files");
        made.setDaemon(true);
        return made;
    }
}

package io.narrows.proxy.dictionary;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs tasks in the caller's thread, unless it is paused. */
final class ManualExecutor extends AbstractExecutorService {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean paused;
    private boolean ended;

    synchronized void pause() {
        paused = true;
    }

    synchronized void resume() {
        paused = false;
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    @Override
    public synchronized void execute(Runnable task) {
        if (paused) {
            waiting.add(task);
        } else {
            task.run();
        }
    }

    @Override
    public void shutdown() {
        ended = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        ended = true;
        return List.copyOf(waiting);
    }

    @Override
    public boolean isShutdown() {
        return ended;
    }

    @Override
    public boolean isTerminated() {
        return ended;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return ended;
    }
}

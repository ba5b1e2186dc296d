package io.narrows.node.peer;

import io.netty.channel.EventLoop;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Messages from any thread for one channel, written in order of arrival and flushed together. Messages from the event loop
 * are queued as well, so that they do not overtake others.
 */
final class Outbox<T> implements Runnable {
    private final EventLoop loop;
    private final Consumer<T> write;
    private final Runnable flush;
    private final Consumer<T> reject;
    private final Queue<T> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean planned = new AtomicBoolean();

    /**
     * Creates an empty outbox.
     *
     * @param write called on the event loop
     * @param flush called on the event loop
     * @param reject called on the sender's thread if the event loop is shut down
     */
    Outbox(EventLoop loop, Consumer<T> write, Runnable flush, Consumer<T> reject) {
        this.loop = loop;
        this.write = write;
        this.flush = flush;
        this.reject = reject;
    }

    void send(T message) {
        waiting.add(message);
        if (planned.compareAndSet(false, true)) {
            try {
                loop.execute(this);
            } catch (RejectedExecutionException e) {
                planned.set(false);
                drain(reject);
            }
        }
    }

    @Override
    public void run() {
        planned.set(false);
        drain(write);
        flush.run();
    }

    private void drain(Consumer<T> to) {
        for (T next = waiting.poll(); next != null; next = waiting.poll()) {
            to.accept(next);
        }
    }
}

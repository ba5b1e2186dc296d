package io.narrows.bench.raft.jraft;

import io.netty.channel.Channel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * What any thread sends over a channel, in that order: what the event loop itself sends does not overtake what others have handed to
 * it before. All that waits is written with one flush.
 */
final class Outbox implements Runnable {
    private final Channel channel;
    private final BiConsumer<Object, Throwable> failed;
    private final Queue<Object> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean planned = new AtomicBoolean();

    /** @param failed told on the event loop of what cannot be written */
    Outbox(Channel channel, BiConsumer<Object, Throwable> failed) {
        this.channel = channel;
        this.failed = failed;
    }

    void send(Object message) {
        waiting.add(message);
        if (planned.compareAndSet(false, true)) {
            channel.eventLoop().execute(this);
        }
    }

    @Override
    public void run() {
        planned.set(false);
        for (Object next = waiting.poll(); next != null; next = waiting.poll()) {
            Object message = next;
            channel.write(message).addListener(written -> {
                if (!written.isSuccess()) {
                    failed.accept(message, written.cause());
                }
            });
        }
        channel.flush();
    }
}

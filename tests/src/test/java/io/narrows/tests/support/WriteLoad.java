package io.narrows.tests.support;

import io.narrows.testkit.Seed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Clients that write JSON objects until every one is acknowledged, retrying when a member fails. */
public final class WriteLoad {
    /** The minimum length of a written object. */
    public static final int MIN_VALUE_BYTES = 150;

    private static final int CLIENTS = 8;

    private final long seed = Seed.of(WriteLoad.class);
    private final List<EtcdNode> members;
    private final Duration pause;
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS, WriteLoad::daemon);

    private int next;
    private int writes;

    private WriteLoad(int writes, Duration pause, List<EtcdNode> members) {
        this.writes = writes;
        this.pause = pause;
        this.members = members;
    }

    public static WriteLoad start(int writes, List<EtcdNode> members) {
        return start(writes, Duration.ZERO, members);
    }

    /**
     * @param writes the number after which it ends by itself
     * @param pause between the writes of one client
     */
    public static WriteLoad start(int writes, Duration pause, List<EtcdNode> members) {
        WriteLoad load = new WriteLoad(writes, pause, members);
        for (int i = 0; i < CLIENTS; i++) {
            load.clients.execute(load::writeAll);
        }
        load.clients.shutdown();
        return load;
    }

    public int acknowledged() {
        return acknowledged.get();
    }

    /** Ends the load after the writes that have begun. */
    public synchronized void stop() {
        writes = next;
    }

    private synchronized OptionalInt take() {
        return next < writes ? OptionalInt.of(next++) : OptionalInt.empty();
    }

    private synchronized int writes() {
        return writes;
    }

    /** Waits until everything is written. */
    public void join(Duration limit) {
        try {
            if (!clients.awaitTermination(limit.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "%d of %d acknowledged after %s".formatted(acknowledged(), writes(), limit));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Returns keys that are missing, have a different value, or were never written. */
    public List<String> differencesTo(Map<String, String> entries) {
        List<String> different = new ArrayList<>();
        int expected = writes();
        for (int i = 0; i < expected; i++) {
            if (!value(i).equals(entries.get(key(i)))) {
                different.add(key(i));
            }
        }
        if (entries.size() != expected) {
            different.add(entries.size() + " keys instead of " + expected);
        }
        return different;
    }

    private void writeAll() {
        for (OptionalInt taken = take(); taken.isPresent(); taken = take()) {
            int i = taken.getAsInt();
            boolean written = false;
            for (int attempt = 0; !written; attempt++) {
                written = write(i, members.get((i + attempt) % members.size()));
            }
            acknowledged.incrementAndGet();
            LockSupport.parkNanos(pause.toNanos());
        }
    }

    private boolean write(int i, EtcdNode member) {
        try {
            member.put(key(i), value(i));
            return true;
        } catch (IOException e) {
            return false; // the write's outcome is unknown; repeating it changes nothing
        }
    }

    private static String key(int i) {
        return "/registry/orders/%06d".formatted(i);
    }

    private String value(int i) {
        SplittableRandom random = new SplittableRandom(seed + i);
        return """
                {"id":%d,"customer":{"name":"customer %d","city":"%s","vip":%b},"items":[{"sku":"sku-%05d","count":%d},\
                {"sku":"sku-%05d","count":%d}],"total":"%d.%02d","currency":"USD","state":"%s"}""".formatted(
                        i,
                        random.nextInt(10_000),
                        List.of("Lisbon", "Oslo", "Dublin", "Boston", "Denver").get(random.nextInt(5)),
                        random.nextBoolean(),
                        random.nextInt(100_000),
                        random.nextInt(1, 10),
                        random.nextInt(100_000),
                        random.nextInt(1, 10),
                        random.nextInt(1, 5_000),
                        random.nextInt(100),
                        List.of("open", "paid", "shipped", "returned").get(random.nextInt(4)));
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "write-load");
        thread.setDaemon(true);
        return thread;
    }
}

package io.narrows.tests.support;

import io.narrows.testkit.Seed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that write JSON objects until every one is acknowledged, retrying when a member fails. */
public final class WriteLoad {
    /** The minimum length of a written object. */
    public static final int MIN_VALUE_BYTES = 150;

    private static final int CLIENTS = 8;

    private final long seed = Seed.of(WriteLoad.class);
    private final int writes;
    private final List<EtcdNode> members;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS, WriteLoad::daemon);

    private WriteLoad(int writes, List<EtcdNode> members) {
        this.writes = writes;
        this.members = members;
    }

    public static WriteLoad start(int writes, List<EtcdNode> members) {
        WriteLoad load = new WriteLoad(writes, members);
        for (int i = 0; i < CLIENTS; i++) {
            load.clients.execute(load::writeAll);
        }
        load.clients.shutdown();
        return load;
    }

    public int acknowledged() {
        return acknowledged.get();
    }

    /** Waits until everything is written. */
    public void join(Duration limit) {
        try {
            if (!clients.awaitTermination(limit.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "%d of %d acknowledged after %s".formatted(acknowledged(), writes, limit));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Returns keys that are missing, have a different value, or were never written. */
    public List<String> differencesTo(Map<String, String> entries) {
        List<String> different = new ArrayList<>();
        for (int i = 0; i < writes; i++) {
            if (!value(i).equals(entries.get(key(i)))) {
                different.add(key(i));
            }
        }
        if (entries.size() != writes) {
            different.add(entries.size() + " keys instead of " + writes);
        }
        return different;
    }

    private void writeAll() {
        for (int i = next.getAndIncrement(); i < writes; i = next.getAndIncrement()) {
            boolean written = false;
            for (int attempt = 0; !written; attempt++) {
                written = write(i, members.get((i + attempt) % members.size()));
            }
            acknowledged.incrementAndGet();
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

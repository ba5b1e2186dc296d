package io.narrows.proxy.capture;

import java.io.PrintStream;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** {@link HandshakeRun}s of several threads, each with nodes of its own. A database's number says what it does, on any thread. */
final class HandshakeRuns {
    private static final int REPORT_EVERY = 50_000;

    private final long seed;
    private final HandshakeCertificates certificates;
    private final PrintStream out;
    private final long start = System.nanoTime();
    private final AtomicLong databases = new AtomicLong();
    private final AtomicLong handshakes = new AtomicLong();
    private final HandshakeTally tally = new HandshakeTally();

    /** @param out gets a line from time to time */
    HandshakeRuns(long seed, HandshakeCertificates certificates, PrintStream out) {
        this.seed = seed;
        this.certificates = certificates;
        this.out = out;
    }

    /**
     * Meets that many databases.
     *
     * @throws AssertionError for the first that could do harm; the others are then not met
     */
    void run(int count, int threads) throws Exception {
        inParallel(threads, (run, thread) -> {
            SplittableRandom random = new SplittableRandom(seed);
            for (int number = 0; number < count && !Thread.currentThread().isInterrupted(); number++) {
                SplittableRandom own = random.split();
                if (number / 2 % threads == thread) {
                    meet(run, number, own);
                }
            }
        });
    }

    /** Meets one database, by its number, as often as this. */
    void repeat(int number, int times) throws Exception {
        inParallel(1, (run, thread) -> {
            for (int i = 0; i < times; i++) {
                SplittableRandom random = new SplittableRandom(seed);
                for (int other = 0; other < number; other++) {
                    random.split();
                }
                meet(run, number, random.split());
            }
        });
    }

    private interface Part {
        void run(HandshakeRun run, int thread);
    }

    private void inParallel(int threads, Part part) throws Exception {
        AtomicInteger named = new AtomicInteger();
        ExecutorService executor = Executors.newFixedThreadPool(
                threads, task -> new Thread(task, SeriousLog.RUNS + named.getAndIncrement()));
        ExecutorCompletionService<HandshakeTally> ends = new ExecutorCompletionService<>(executor);
        try (SeriousLog log = new SeriousLog(HostileHandshakes.SECRET)) {
            for (int thread = 0; thread < threads; thread++) {
                ends.submit(part(log, part, thread));
            }
            for (int ended = 0; ended < threads; ended++) {
                tally.add(ends.take().get());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError harm) {
                throw harm;
            }
            throw e;
        } finally {
            executor.shutdownNow();
        }
    }

    private Callable<HandshakeTally> part(SeriousLog log, Part part, int thread) {
        return () -> {
            try (HostileHandshakes sidecars = new HostileHandshakes(certificates, log)) {
                HandshakeRun run = new HandshakeRun(seed, sidecars);
                part.run(run, thread);
                return run.tally();
            }
        };
    }

    private void meet(HandshakeRun run, int number, SplittableRandom random) {
        long before = run.tally().handshakes();
        run.meet(number, random);
        handshakes.addAndGet(run.tally().handshakes() - before);
        long done = databases.incrementAndGet();
        if (done % REPORT_EVERY == 0) {
            out.printf("%,d databases in %s, %,d handshakes completed%n", done, passed(), handshakes.get());
        }
    }

    private Duration passed() {
        return Duration.ofNanos(System.nanoTime() - start).withNanos(0);
    }

    HandshakeTally tally() {
        return tally;
    }

    void print() {
        out.printf("handshakes: %,d databases in %s, seed %d%n", tally.databases(), passed(), seed);
        tally.print(out);
    }
}

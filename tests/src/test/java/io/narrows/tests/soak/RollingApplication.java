package io.narrows.tests.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The application of one host: a far end, and clients that talk to those of the other hosts at their own addresses. Every byte is
 * compared. Files in its folder control it, each answered by another one:
 *
 * <pre>
 *  file     effect while it exists                       answer
 *  pause    clients begin no connection                  paused, once none is open
 *  fault    a reset is no failure, nor shortly after     excused
 *  stop     the program ends                             its exit: 0 if nothing failed
 * </pre>
 */
public final class RollingApplication {
    static final int PORT = 7000;
    private static final int CLIENTS = 4;
    private static final int POLL_MILLIS = 20;
    /** Of a connection: it ends within the time in which a sidecar drains. */
    private static final int LONGEST_PAUSES_MILLIS = 300;

    /** Between two connections of a client: a host opens about twenty a second, and leaves processor time to the sidecars. */
    private static final int LONGEST_BREAK_MILLIS = 200;

    private final Path folder;
    private final List<InetSocketAddress> others;
    private final FaultLog faults = new FaultLog();
    private final Tally tally = new Tally();
    private final AtomicInteger open = new AtomicInteger();
    private volatile boolean paused = true;
    private volatile boolean stopped;

    private RollingApplication(Path folder, List<InetSocketAddress> others) {
        this.folder = folder;
        this.others = others;
    }

    /** @param args folder, seed, own address, and the other hosts' addresses */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<InetSocketAddress> others = Arrays.stream(args)
                .skip(3)
                .map(ip -> new InetSocketAddress(ip, PORT))
                .toList();
        RollingApplication application = new RollingApplication(Path.of(args[0]), others);
        System.exit(application.run(new SplittableRandom(Long.parseLong(args[1])), args[2]) ? 0 : 1);
    }

    private boolean run(SplittableRandom random, String ip) throws IOException, InterruptedException {
        try (FarEnd farEnd = new FarEnd(new InetSocketAddress(ip, PORT), faults, tally)) {
            for (int i = 0; i < CLIENTS; i++) {
                SplittableRandom own = random.split();
                FarEnd.daemon("client", () -> talk(own));
            }
            obey(farEnd);
        }
        System.out.printf(
                "connections: %d whole, %d reset by their script, %d reset near a fault; bytes compared: %d; failures: %d%n",
                tally.whole.sum(),
                tally.resetByScript.sum(),
                tally.resetByFault.sum(),
                tally.comparedBytes.sum(),
                tally.failed());
        return tally.failed() == 0;
    }

    private void obey(FarEnd farEnd) throws IOException, InterruptedException {
        Runnable faultEnds = null;
        while (!exists("stop") || open.get() > 0 || farEnd.open() > 0) {
            stopped = exists("stop");
            paused = exists("pause");
            answer("paused", paused && open.get() == 0);
            if (exists("fault")) {
                faultEnds = faultEnds == null ? faults.begin(Fault.Kind.KILL) : faultEnds;
            } else if (faultEnds != null) {
                faultEnds.run();
                faultEnds = null;
            }
            answer("excused", faultEnds != null);
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean exists(String file) {
        return Files.exists(folder.resolve(file));
    }

    private void answer(String file, boolean holds) throws IOException {
        if (holds && !exists(file)) {
            Files.createFile(folder.resolve(file));
        } else if (!holds) {
            Files.deleteIfExists(folder.resolve(file));
        }
    }

    private void talk(SplittableRandom random) {
        while (!stopped) {
            boolean whole = true;
            open.incrementAndGet();
            if (!paused) {
                whole = Client.talk(
                        others.get(random.nextInt(others.size())),
                        Script.within(LONGEST_PAUSES_MILLIS, random),
                        faults,
                        tally);
            }
            open.decrementAndGet();
            try {
                Thread.sleep(whole ? 1 + random.nextInt(LONGEST_BREAK_MILLIS) : LONGEST_BREAK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}

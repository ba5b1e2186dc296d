package io.narrows.cli;

import io.narrows.terminal.process.Signals;
import io.narrows.terminal.process.StandardInput;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Option;

/**
 * A process that runs until SIGTERM, SIGINT or the end of the process that started it. A second signal ends its drain
 * immediately.
 */
final class Foreground {
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile boolean hurried;

    @Option(
            names = "--while-stdin-open",
            hidden = true,
            description = "Stops when standard input ends; ignores SIGINT, which the parent process handles.")
    private boolean whileStdinOpen;

    /** @param reload runs on SIGHUP */
    void listen(Runnable reload) {
        Signals.handle("HUP", reload);
        Signals.handle("TERM", this::signalled);
        if (whileStdinOpen) {
            StandardInput.onEnd(this::stop);
            Signals.ignore("INT");
        } else {
            Signals.handle("INT", this::signalled);
        }
    }

    private synchronized void signalled() {
        hurried = hurried || stop.getCount() == 0;
        stop();
    }

    /** Returns whether a signal arrived after the one that stopped the process. */
    boolean hurried() {
        return hurried;
    }

    void stop() {
        stop.countDown();
    }

    void awaitStop() throws InterruptedException {
        stop.await();
    }
}

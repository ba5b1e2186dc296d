package io.narrows.cli;

import io.narrows.cli.process.Signals;
import io.narrows.cli.process.StandardInput;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Option;

/** A process that runs until it is told to stop: by SIGTERM, by SIGINT, or by who started it. */
final class Foreground {
    private final CountDownLatch stop = new CountDownLatch(1);

    @Option(
            names = "--while-stdin-open",
            hidden = true,
            description = "Stops when standard input ends, and leaves SIGINT to who started it.")
    private boolean whileStdinOpen;

    /** @param reload what SIGHUP asks for */
    void listen(Runnable reload) {
        Signals.handle("HUP", reload);
        Signals.handle("TERM", this::stop);
        if (whileStdinOpen) {
            StandardInput.onEnd(this::stop);
            Signals.ignore("INT");
        } else {
            Signals.handle("INT", this::stop);
        }
    }

    void stop() {
        stop.countDown();
    }

    void awaitStop() throws InterruptedException {
        stop.await();
    }
}

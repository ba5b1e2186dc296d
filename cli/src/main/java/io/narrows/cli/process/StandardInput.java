package io.narrows.cli.process;

import java.io.IOException;
import java.io.OutputStream;

/** Standard input as a lifeline: the kernel ends it when the process at its other end ends, however it ends. */
public final class StandardInput {
    private StandardInput() {}

    /** Runs the action, on a thread of its own, when standard input has ended. What comes before is dropped. */
    public static void onEnd(Runnable action) {
        Thread thread = new Thread(
                () -> {
                    try {
                        System.in.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // An input that cannot be read has ended.
                    }
                    action.run();
                },
                "narrows-stdin");
        thread.setDaemon(true);
        thread.start();
    }
}

package io.narrows.terminal.process;

import java.io.IOException;
import java.io.OutputStream;

/** Standard input as a lifeline: the kernel closes it when the process at its other end ends, for whatever reason. */
public final class StandardInput {
    private StandardInput() {}

    /** Runs the action, on a separate thread, when standard input ends. Input before that is discarded. */
    public static void onEnd(Runnable action) {
        Thread thread = new Thread(
                () -> {
                    try {
                        System.in.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // An unreadable input counts as ended.
                    }
                    action.run();
                },
                "narrows-stdin");
        thread.setDaemon(true);
        thread.start();
    }
}

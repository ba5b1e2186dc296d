package io.narrows.cli.dictionary;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** The readable parts of a dictionary: runs of printable ASCII characters. */
final class PrintableText {
    /** Shorter runs are mostly accidents. */
    private static final int MIN_LENGTH = 6;

    private static final int FIRST = 0x20;
    private static final int LAST = 0x7e;

    private PrintableText() {}

    /** Passes on each run, in order. */
    static void of(ByteBuffer content, Consumer<String> runs) {
        StringBuilder run = new StringBuilder();
        while (content.hasRemaining()) {
            byte next = content.get();
            if (next >= FIRST && next <= LAST) {
                run.append((char) next);
            } else {
                pass(run, runs);
            }
        }
        pass(run, runs);
    }

    private static void pass(StringBuilder run, Consumer<String> runs) {
        if (run.length() >= MIN_LENGTH) {
            runs.accept(run.toString());
        }
        run.setLength(0);
    }
}

package io.narrows.estimate.flow;

import java.io.IOException;
import java.util.List;

/** A table of traffic has mistakes. */
public final class MatrixException extends IOException {
    private final transient List<String> problems;

    MatrixException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns the mistakes, each with its place: {@code FILE:LINE:COLUMN: …}. */
    public List<String> problems() {
        return problems;
    }
}

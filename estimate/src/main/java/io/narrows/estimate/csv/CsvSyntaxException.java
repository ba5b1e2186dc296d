package io.narrows.estimate.csv;

/** A line is not in the format of comma-separated values. */
public final class CsvSyntaxException extends Exception {
    private final int column;

    CsvSyntaxException(int column, String problem) {
        super(problem);
        this.column = column;
    }

    /** Returns the place in the line, from 1. */
    public int column() {
        return column;
    }
}

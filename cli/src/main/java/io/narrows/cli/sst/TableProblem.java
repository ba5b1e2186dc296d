package io.narrows.cli.sst;

import io.narrows.storage.sst.BlockKind;
import io.narrows.storage.sst.CorruptTableException;
import io.narrows.storage.sst.UnsupportedTableException;
import io.narrows.terminal.output.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A defect of a file.
 *
 * @param place position in the file; empty if the file as a whole cannot be read
 * @param message readable text with the file and the place
 */
record TableProblem(Path file, Optional<Place> place, String message) {
    /** @param offset of the damaged part, in bytes from the start of the file */
    record Place(long offset, BlockKind kind) {}

    static TableProblem of(Path file, IOException e) {
        if (e instanceof CorruptTableException corrupt) {
            return new TableProblem(
                    file, Optional.of(new Place(corrupt.offset(), corrupt.kind())), corrupt.getMessage());
        }
        if (e instanceof UnsupportedTableException other) {
            return new TableProblem(file, Optional.of(new Place(other.offset(), other.kind())), other.getMessage());
        }
        return new TableProblem(file, Optional.empty(), file + ": " + Reason.of(e));
    }
}

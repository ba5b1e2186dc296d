package io.narrows.cli.sst;

import io.narrows.storage.sst.TableReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of checking a file.
 *
 * @param contents the file's description of its contents; empty if it could not be opened
 * @param problems empty if the file is valid
 */
record Verdict(Path file, Optional<Contents> contents, List<TableProblem> problems) {
    record Contents(int formatVersion, String checksum, long bytes, long entries, long dataBlocks) {
        static Contents of(TableReader table) {
            return new Contents(
                    table.formatVersion(),
                    label(table),
                    table.fileSize(),
                    table.properties().entries(),
                    table.properties().dataBlocks());
        }

        private static String label(TableReader table) {
            return table.checksum().name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    boolean isOk() {
        return problems.isEmpty();
    }
}

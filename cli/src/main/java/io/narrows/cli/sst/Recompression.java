package io.narrows.cli.sst;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * A file and the results of each codec on a sample of it.
 *
 * @param blockSize size of the blocks that entries were cut into; empty for the file's own blocks
 * @param dictionaryBytes size of zstd's dictionary, included in its lines: 0 if none could be made; empty if none was
 *     requested
 */
record Recompression(
        Path file, Sample sample, OptionalInt blockSize, OptionalInt dictionaryBytes, List<TrialFigures> lines) {}

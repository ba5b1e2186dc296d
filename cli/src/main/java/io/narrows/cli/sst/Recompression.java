package io.narrows.cli.sst;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * A file and what each codec made of a sample of it.
 *
 * @param blockSize what the entries were cut into; empty when the blocks are the file's own
 * @param dictionaryBytes of what zstd was given, which its lines count: 0 when none could be made; empty when none was
 *     asked for
 */
record Recompression(
        Path file, Sample sample, OptionalInt blockSize, OptionalInt dictionaryBytes, List<TrialFigures> lines) {}

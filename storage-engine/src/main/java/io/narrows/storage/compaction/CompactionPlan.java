package io.narrows.storage.compaction;

import io.narrows.codec.CodecSpec;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.Version;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Builds a compaction of given files, unless a running compaction blocks it. */
final class CompactionPlan {
    private final Version version;
    private final Set<Long> busy;
    private final LevelOptions options;
    private final CompressionLadder ladder;
    private final int baseLevel;
    private final int lastOccupied;

    CompactionPlan(Version version, Set<Long> busy, LevelOptions options, CompressionLadder ladder, int baseLevel) {
        this.version = version;
        this.busy = busy;
        this.options = options;
        this.ladder = ladder;
        this.baseLevel = baseLevel;
        this.lastOccupied = lastOccupied(version);
    }

    private static int lastOccupied(Version version) {
        int level = version.levels() - 1;
        while (level > 0 && version.level(level).isEmpty()) {
            level--;
        }
        return level;
    }

    /** Returns the output level for files of a level. */
    int below(int level) {
        return level == 0 ? baseLevel : level + 1;
    }

    /** Plans a compaction into the level below, with all files that must move along; empty if one of them is busy. */
    Optional<Compaction> down(int level, List<FileMetadata> files, Compaction.Reason reason) {
        int outputLevel = below(level);
        List<FileMetadata> inputs = CleanCut.of(version, level, files);
        List<FileMetadata> next = next(inputs, outputLevel);
        if (isBusy(inputs) || isBusy(next)) {
            return Optional.empty();
        }
        if (level > 0 && !next.isEmpty()) {
            inputs = grown(level, inputs, next);
        }
        boolean moves = reason != Compaction.Reason.FILTER && next.isEmpty() && isMovable(level, inputs, outputLevel);
        return Optional.of(compaction(level, outputLevel, inputs, next, moves, reason));
    }

    /** Plans a rewrite within one level, not level 0; empty if a required file is busy. */
    Optional<Compaction> anew(int level, List<FileMetadata> files, Compaction.Reason reason) {
        List<FileMetadata> inputs = CleanCut.of(version, level, files);
        return isBusy(inputs)
                ? Optional.empty()
                : Optional.of(compaction(level, level, inputs, List.of(), false, reason));
    }

    private Compaction compaction(
            int level,
            int outputLevel,
            List<FileMetadata> inputs,
            List<FileMetadata> next,
            boolean moves,
            Compaction.Reason reason) {
        KeyRange range = KeyRange.of(inputs).with(next);
        return new Compaction(
                version,
                level,
                outputLevel,
                inputs,
                next,
                outputLevel + 1 < version.levels() ? range.in(version, outputLevel + 1) : List.of(),
                nothingBelow(range, outputLevel),
                moves,
                compressionOf(outputLevel),
                options.targetFileSize(outputLevel, baseLevel),
                reason);
    }

    private boolean nothingBelow(KeyRange range, int outputLevel) {
        for (int level = outputLevel + 1; level < version.levels(); level++) {
            if (!range.in(version, level).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private List<FileMetadata> next(List<FileMetadata> inputs, int outputLevel) {
        return CleanCut.of(version, outputLevel, KeyRange.of(inputs).in(version, outputLevel));
    }

    /** Adds more files of the input level if that leaves the files of the next level unchanged. */
    private List<FileMetadata> grown(int level, List<FileMetadata> inputs, List<FileMetadata> next) {
        List<FileMetadata> more =
                CleanCut.of(version, level, KeyRange.of(inputs).with(next).in(version, level));
        boolean grows = more.size() > inputs.size()
                && !isBusy(more)
                && Compaction.bytes(more) + Compaction.bytes(next) <= options.mostInput()
                && next(more, below(level)).size() == next.size();
        return grows ? more : inputs;
    }

    /**
     * Returns whether files may move without a rewrite: the codec stays the same, and they overlap little of the level
     * beneath.
     */
    private boolean isMovable(int level, List<FileMetadata> files, int outputLevel) {
        CodecSpec now = level == 0 ? ladder.ofFlush() : compressionOf(level);
        boolean apart = level > 0 || files.size() == 1;
        return apart
                && now.equals(compressionOf(outputLevel))
                && files.stream().allMatch(file -> overlapsLittle(file, outputLevel + 1));
    }

    private boolean overlapsLittle(FileMetadata file, int level) {
        long overlap = level == version.levels()
                ? 0
                : Compaction.bytes(KeyRange.of(List.of(file)).in(version, level));
        return file.size() + overlap <= options.mostInput();
    }

    private CodecSpec compressionOf(int level) {
        return ladder.of(level, baseLevel, level >= lastOccupied);
    }

    private boolean isBusy(List<FileMetadata> files) {
        return files.stream().anyMatch(file -> busy.contains(file.number()));
    }
}

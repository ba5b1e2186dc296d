package io.narrows.storage.compaction;

import io.narrows.storage.version.FileMetadata;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Orders the files of a level by the cost of moving each of their bytes down: files that overlap few bytes of the next level
 * for their size come first (RocksDB's {@code kMinOverlappingRatio}).
 */
final class OverlapRatio {
    private OverlapRatio() {}

    /** @param next files of the level below; both lists are sorted by key */
    static List<FileMetadata> ascending(List<FileMetadata> level, List<FileMetadata> next) {
        double[] ratios = new double[level.size()];
        int from = 0;
        for (int i = 0; i < ratios.length; i++) {
            FileMetadata file = level.get(i);
            while (from < next.size() && next.get(from).endsBefore(file.smallestUserKey())) {
                from++;
            }
            long bytes = 0;
            for (int at = from; at < next.size() && !endsBefore(file, next.get(at)); at++) {
                bytes += next.get(at).size();
            }
            ratios[i] = (double) bytes / Math.max(1, file.size());
        }
        return IntStream.range(0, ratios.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> ratios[i]))
                .map(level::get)
                .toList();
    }

    private static boolean endsBefore(FileMetadata file, FileMetadata other) {
        return file.endsBefore(other.smallestUserKey());
    }
}

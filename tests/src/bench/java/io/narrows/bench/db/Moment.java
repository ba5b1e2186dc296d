package io.narrows.bench.db;

import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.DbStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The stored bytes of a database at one time.
 *
 * @param seconds since the beginning
 * @param bytes size of files by codec
 */
record Moment(double seconds, Map<String, Long> bytes) {
    Moment {
        bytes = Map.copyOf(bytes);
    }

    static Moment of(double seconds, DbStatistics statistics) {
        return new Moment(
                seconds,
                statistics.families().stream()
                        .flatMap(family -> family.levels().stream())
                        .flatMap(level -> level.codecs().stream())
                        .collect(Collectors.groupingBy(
                                CodecStatistics::codec,
                                TreeMap::new,
                                Collectors.summingLong(CodecStatistics::storedBytes))));
    }

    long of(String codec) {
        return bytes.getOrDefault(codec, 0L);
    }

    long total() {
        return bytes.values().stream().mapToLong(stored -> stored).sum();
    }

    /** Returns a codec's fraction of all bytes, 0 to 1; 0 if nothing is stored. */
    double share(String codec) {
        return total() == 0 ? 0 : (double) of(codec) / total();
    }
}

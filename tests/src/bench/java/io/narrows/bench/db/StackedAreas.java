package io.narrows.bench.db;

import java.util.List;
import java.util.Locale;

/** The stacked areas of a chart: the bytes of each codec on top of those of the previous codecs. */
final class StackedAreas {
    private static final double MEGA = 1e6;

    private final List<Moment> moments;
    private final Axis seconds;
    private final Axis megabytes;

    StackedAreas(List<Moment> moments, Axis seconds, Axis megabytes) {
        this.moments = moments;
        this.seconds = seconds;
        this.megabytes = megabytes;
    }

    /** Returns the path of one codec's area: along its lower edge, and back along its upper one. */
    String path(List<String> below, String codec) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < moments.size(); i++) {
            point(path, i == 0 ? 'M' : 'L', moments.get(i), stored(moments.get(i), below));
        }
        for (int i = moments.size() - 1; i >= 0; i--) {
            point(
                    path,
                    'L',
                    moments.get(i),
                    stored(moments.get(i), below) + moments.get(i).of(codec));
        }
        return path.append('Z').toString();
    }

    private static long stored(Moment moment, List<String> codecs) {
        return codecs.stream().mapToLong(moment::of).sum();
    }

    private void point(StringBuilder path, char command, Moment moment, long bytes) {
        path.append(String.format(
                Locale.ROOT, "%c%.1f %.1f", command, seconds.at(moment.seconds()), megabytes.at(bytes / MEGA)));
    }
}

package io.narrows.bench.db;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The course of a codec change.
 *
 * @param changedAt when the option was changed, in seconds since the beginning
 * @param moments in order; at least one before the change and one after it
 */
record Timeline(double changedAt, List<Moment> moments) {
    Timeline {
        moments = List.copyOf(moments);
    }

    /** Returns the last moment before the change. */
    Moment before() {
        return moments.stream()
                .filter(moment -> moment.seconds() <= changedAt)
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    Moment last() {
        return moments.get(moments.size() - 1);
    }

    /** Returns the seconds from the change until a codec first reached a fraction of the bytes; empty if it never did. */
    OptionalDouble until(String codec, double share) {
        return moments.stream()
                .filter(moment -> moment.seconds() > changedAt && moment.share(codec) >= share)
                .mapToDouble(moment -> moment.seconds() - changedAt)
                .findFirst();
    }
}

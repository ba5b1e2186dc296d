package io.narrows.storage.bench.db;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How a change of codec went on.
 *
 * @param changedAt when the option was changed, in seconds since the beginning
 * @param moments in their order; at least one before the change and one after it
 */
record Timeline(double changedAt, List<Moment> moments) {
    Timeline {
        moments = List.copyOf(moments);
    }

    /** The last one before the change. */
    Moment before() {
        return moments.stream()
                .filter(moment -> moment.seconds() <= changedAt)
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    Moment last() {
        return moments.get(moments.size() - 1);
    }

    /** Seconds from the change until a codec had such a share of the bytes for the first time; none if it never had. */
    OptionalDouble until(String codec, double share) {
        return moments.stream()
                .filter(moment -> moment.seconds() > changedAt && moment.share(codec) >= share)
                .mapToDouble(moment -> moment.seconds() - changedAt)
                .findFirst();
    }
}

package io.narrows.cli.report;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * A span of time, in whole seconds.
 *
 * @param start inclusive
 * @param end exclusive
 */
record Period(Instant start, Instant end) {
    Period {
        start = start.truncatedTo(ChronoUnit.SECONDS);
        end = end.truncatedTo(ChronoUnit.SECONDS);
    }

    long seconds() {
        return ChronoUnit.SECONDS.between(start, end);
    }

    /** Returns the calendar month, or the months, in UTC that contain this period. */
    Period months() {
        LocalDate first = start.atOffset(ZoneOffset.UTC).toLocalDate().withDayOfMonth(1);
        LocalDate last =
                end.minusNanos(1).atOffset(ZoneOffset.UTC).toLocalDate().withDayOfMonth(1);
        return new Period(midnight(first), midnight(last.plusMonths(1)));
    }

    private static Instant midnight(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Returns {@code 2026-11-01T00:00:00Z to 2026-12-01T00:00:00Z}. */
    @Override
    public String toString() {
        return start + " to " + end;
    }
}

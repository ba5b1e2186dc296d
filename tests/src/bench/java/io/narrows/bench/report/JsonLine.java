package io.narrows.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats a run as JSON: one object on one line. */
public final class JsonLine {
    /** More digits than the precision of any clock here. */
    private static final MathContext DIGITS = new MathContext(9);

    private JsonLine() {}

    /** Formats a run. Labels and names need no escaping in JSON. */
    public static String of(Run run) {
        return "{\"peer\": \"%s\", \"trial\": \"%s\", \"state\": \"%s\", \"round\": %d, %s}"
                .formatted(
                        run.peer(),
                        run.trial(),
                        run.state().name().toLowerCase(Locale.ROOT),
                        run.round(),
                        run.figures().entrySet().stream()
                                .map(figure ->
                                        "\"%s\": %s".formatted(figure.getKey().key(), number(figure.getValue())))
                                .collect(Collectors.joining(", ")));
    }

    private static String number(double value) {
        BigDecimal rounded = new BigDecimal(value).round(DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}

package io.narrows.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One charge of the export: its values by column. A column without a value is null there. */
final class FocusRow {
    private static final BigDecimal ZERO = BigDecimal.valueOf(0);

    /** Digits that a sum of binary fractions has for certain: 0.1 + 0.2 is 0.3. */
    private static final MathContext PRECISION = new MathContext(15);

    /** Whole numbers up to this are exact. */
    private static final double MAX_EXACT = 1L << 53;

    private final Map<FocusColumn, String> values = new EnumMap<>(FocusColumn.class);

    FocusRow set(FocusColumn column, String value) {
        values.put(column, value);
        return this;
    }

    /** Sets a decimal, in full and without an exponent. */
    FocusRow set(FocusColumn column, double number) {
        BigDecimal exact = BigDecimal.valueOf(number);
        boolean whole = number == Math.rint(number) && Math.abs(number) <= MAX_EXACT;
        BigDecimal decimal = (whole ? exact : exact.round(PRECISION)).stripTrailingZeros();
        return set(column, (decimal.signum() == 0 ? ZERO : decimal).toPlainString());
    }

    /** Returns the values in the order of the columns, with an empty text for null. */
    List<String> cells() {
        return Arrays.stream(FocusColumn.values())
                .map(column -> values.getOrDefault(column, ""))
                .toList();
    }
}

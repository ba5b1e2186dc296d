package io.narrows.config;

import java.math.BigDecimal;

/**
 * Percentages that an agreement takes off the prices of a tariff, such as a discount for a committed spend.
 *
 * @param transfer off every price of traffic, 0 to {@value #MAX_PERCENT}
 * @param compute off the price of processors, 0 to {@value #MAX_PERCENT}
 */
public record Discount(double transfer, double compute) {
    public static final Discount NONE = new Discount(0, 0);

    /** A price of zero needs no discount: it can be written down. */
    static final double MAX_PERCENT = 99;

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** Returns a price less a percentage, without the rounding errors of binary fractions. */
    static double off(double usd, double percent) {
        return BigDecimal.valueOf(usd)
                .multiply(HUNDRED.subtract(BigDecimal.valueOf(percent)))
                .divide(HUNDRED)
                .doubleValue();
    }
}

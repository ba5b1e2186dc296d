package io.narrows.config;

import java.math.BigDecimal;

/**
 * The price of a node's traffic with one other node, in US dollars.
 *
 * @param sentPerGb for a gigabyte that the node sends
 * @param receivedPerGb for a gigabyte that the node receives
 */
public record Price(double sentPerGb, double receivedPerGb, GbUnit unit) {
    public double sentPerByte() {
        return sentPerGb / unit.bytes();
    }

    public double receivedPerByte() {
        return receivedPerGb / unit.bytes();
    }

    /** Returns {@code 0.02 USD per GB sent, 0 received}. */
    @Override
    public String toString() {
        return amount(sentPerGb) + " USD per " + unit.label() + " sent, " + amount(receivedPerGb) + " received";
    }

    /** Returns this price less a percentage. */
    Price less(double percent) {
        return percent == 0
                ? this
                : new Price(Discount.off(sentPerGb, percent), Discount.off(receivedPerGb, percent), unit);
    }

    /**
     * Returns the price of the traffic to both of its ends.
     *
     * @param other the price for the node at the other end, which receives what this node sends
     */
    Price plusOtherEnd(Price other) {
        return new Price(sum(sentPerGb, other.receivedPerGb), sum(receivedPerGb, other.sentPerGb), unit);
    }

    private static double sum(double usd, double more) {
        return BigDecimal.valueOf(usd).add(BigDecimal.valueOf(more)).doubleValue();
    }

    static String amount(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}

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

    private static String amount(double usd) {
        return BigDecimal.valueOf(usd).stripTrailingZeros().toPlainString();
    }
}

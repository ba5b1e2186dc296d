package io.narrows.cli.report;

/**
 * The bytes of some traffic and what they cost, in US dollars.
 *
 * @param appBytes before compression, or after decompression
 * @param wireBytes at the sockets of links
 * @param baselineIpBytes that IP would have carried without Narrows
 * @param wireIpBytes that IP carried
 * @param baselineUsd without Narrows
 * @param wireUsd with Narrows
 * @param codecSeconds processor time of the codecs
 */
record Amount(
        double appBytes,
        double wireBytes,
        double baselineIpBytes,
        double wireIpBytes,
        double baselineUsd,
        double wireUsd,
        double codecSeconds) {
    static final Amount ZERO = new Amount(0, 0, 0, 0, 0, 0, 0);

    Amount plus(Amount other) {
        return new Amount(
                appBytes + other.appBytes,
                wireBytes + other.wireBytes,
                baselineIpBytes + other.baselineIpBytes,
                wireIpBytes + other.wireIpBytes,
                baselineUsd + other.baselineUsd,
                wireUsd + other.wireUsd,
                codecSeconds + other.codecSeconds);
    }

    /** Returns the dollars saved on traffic; negative if it grew. */
    double savedUsd() {
        return baselineUsd - wireUsd;
    }

    boolean isEmpty() {
        return equals(ZERO);
    }
}

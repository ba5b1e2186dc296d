package io.narrows.bench;

import io.narrows.bench.SidecarWatch.Choices;

/**
 * The figures of a sidecar under one rule.
 *
 * @param sent in the measured part
 * @param processors most that the sidecar used in any 10 s, of all parts
 * @param choices of {@code codec: auto}
 */
record CodecRun(CodecRule rule, SentFigures sent, double processors, Choices choices) {
    double usdPerGigabyte() {
        return sent.usdPerGigabyte();
    }
}

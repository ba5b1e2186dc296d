package io.narrows.proxy.auto;

import io.narrows.codec.CodecSpec;

/**
 * A candidate for a link, as measured.
 *
 * @param perByte cost of an app byte, in the unit of the objective: US dollars, wire bytes or nanoseconds; less is better
 * @param cpuNanosPerByte processor time that encodes an app byte, in nanoseconds
 */
public record CandidateCost(CodecSpec candidate, double perByte, double cpuNanosPerByte) {}

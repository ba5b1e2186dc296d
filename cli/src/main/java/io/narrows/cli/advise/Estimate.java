package io.narrows.cli.advise;

import io.narrows.codec.CodecSpec;

/** A sidecar's estimate of what a candidate would cost for a kind of traffic that it sends. */
record Estimate(Kind kind, CodecSpec candidate, Costs costs) {}

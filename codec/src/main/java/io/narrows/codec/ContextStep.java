package io.narrows.codec;

/** Memory of the two ends of a context, in bytes. */
public record ContextStep(long encoderBytes, long decoderBytes) {}

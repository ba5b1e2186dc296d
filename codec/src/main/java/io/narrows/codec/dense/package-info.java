/**
 * The {@code dense} codec: a stream codec of our own for small records. docs/formats/dense.md is its format. {@link
 * io.narrows.codec.dense.FrameEncoder} and {@link io.narrows.codec.dense.FrameDecoder} are its two ends; everything else is
 * what both share, or how the encoder searches.
 */
package io.narrows.codec.dense;

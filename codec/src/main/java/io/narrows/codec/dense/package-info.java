/**
 * The {@code dense} codec: our own stream codec for small records. docs/formats/dense.md describes its format.
 * {@link io.narrows.codec.dense.FrameEncoder} and {@link io.narrows.codec.dense.FrameDecoder} are its two ends; all other
 * classes are shared by them or serve the encoder's search.
 */
@NullMarked
package io.narrows.codec.dense;

import org.jspecify.annotations.NullMarked;

/**
 * Compression codecs. {@link io.narrows.codec.BlockCodec} compresses single buffers; {@link io.narrows.codec.StreamEncoder}
 * and {@link io.narrows.codec.StreamDecoder} compress one direction of a connection, frame by frame;
 * {@link io.narrows.codec.Codecs} creates both.
 *
 * <p>Buffers are direct, or heap buffers with an accessible array. The room in a decoder's output buffer is its limit.
 * Decoders answer bad input with {@link io.narrows.codec.MalformedDataException}: they never read or write out of bounds,
 * and never allocate memory as requested by the input.
 */
@NullMarked
package io.narrows.codec;

import org.jspecify.annotations.NullMarked;

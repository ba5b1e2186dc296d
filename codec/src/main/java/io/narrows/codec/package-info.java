/**
 * Bytes in, fewer bytes out. {@link io.narrows.codec.BlockCodec} compresses one buffer by itself, {@link
 * io.narrows.codec.StreamEncoder} and {@link io.narrows.codec.StreamDecoder} one direction of one connection, frame by
 * frame; {@link io.narrows.codec.Codecs} opens both.
 *
 * <p>Buffers are direct, or heap with an accessible array. A decoder is given its limit as the room in its output, and
 * answers bad input with {@link io.narrows.codec.MalformedDataException}: it never reads or writes out of bounds and
 * never allocates what the input asks for.
 */
package io.narrows.codec;

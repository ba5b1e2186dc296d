package io.narrows.cli.analyze;

import io.narrows.codec.MalformedDataException;
import java.nio.ByteBuffer;

/** A way to compress reads. */
interface Coder {
    int maxLength(int length);

    /** Starts a new connection and direction, without history. */
    void startStream();

    void compress(ByteBuffer plain, ByteBuffer coded);

    /** Fills the remaining space of {@code plain}. */
    void uncompress(ByteBuffer coded, ByteBuffer plain) throws MalformedDataException;
}

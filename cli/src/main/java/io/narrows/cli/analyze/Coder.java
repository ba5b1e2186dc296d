package io.narrows.cli.analyze;

import io.narrows.codec.MalformedDataException;
import java.nio.ByteBuffer;

/** One way to send reads. */
interface Coder {
    int maxLength(int length);

    /** A new connection and direction begins: nothing is known of earlier ones. */
    void startStream();

    void compress(ByteBuffer plain, ByteBuffer coded);

    /** Fills what {@code plain} has free. */
    void uncompress(ByteBuffer coded, ByteBuffer plain) throws MalformedDataException;
}

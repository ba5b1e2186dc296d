package io.narrows.middleware.codec;

import java.io.IOException;
import java.io.OutputStream;

/** Writes little-endian numbers. */
final class LittleEndian {
    private LittleEndian() {}

    static void write32(OutputStream out, int value) throws IOException {
        out.write(value);
        out.write(value >>> 8);
        out.write(value >>> 16);
        out.write(value >>> 24);
    }
}

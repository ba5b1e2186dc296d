package io.narrows.storage.version;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.Coding;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds the bytes of an edit field by field. */
final class EditBuilder {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    EditBuilder numbers(long... numbers) {
        byte[] bytes = new byte[Coding.MAX_VARINT64];
        for (long number : numbers) {
            out.write(bytes, 0, Coding.putVarint64(bytes, 0, number));
        }
        return this;
    }

    /** Appends length-prefixed bytes. */
    EditBuilder bytes(byte... bytes) {
        numbers(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    EditBuilder text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    EditBuilder key(Slice key) {
        return bytes(key.toByteArray());
    }

    Slice slice() {
        return Slice.of(out.toByteArray());
    }

    VersionEdit decode() throws MalformedEditException, UnsupportedEditException {
        return VersionEdit.decode(slice());
    }
}

package io.narrows.middleware.codec;

import io.narrows.codec.MalformedDataException;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A context that decodes gzip messages one at a time. Not thread-safe. */
final class GzipDecoding implements AutoCloseable {
    private static final int MAGIC = 0x8b1f;
    private static final int DEFLATE = 8;
    private static final int FLAG_CHECKSUM = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;
    private static final int RESERVED_FLAGS = 0xe0;
    private static final int TIME_AND_SYSTEM = 6;
    private static final int BUFFER = 8 * 1024;
    private static final String HEADER = "its header";

    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] in = new byte[BUFFER];
    private final byte[] out = new byte[BUFFER];

    /** Decodes all members of a message, usually one. */
    void decode(CompressedMessage message, DecodedMessage decoded) throws IOException {
        int first = message.u8(HEADER);
        while (first >= 0) {
            header(first, message);
            int before = decoded.length();
            content(message, decoded);
            if (message.le32("its checksum") != (int) crc.getValue()) {
                throw new MalformedDataException("wrong content checksum");
            }
            if (message.le32("its length") != decoded.length() - before) {
                throw new MalformedDataException("wrong content length");
            }
            first = message.next();
        }
    }

    private static void header(int first, CompressedMessage message) throws IOException {
        if ((first | message.u8(HEADER) << 8) != MAGIC || message.u8(HEADER) != DEFLATE) {
            throw new MalformedDataException("not in gzip format");
        }
        int flags = message.u8(HEADER);
        if ((flags & RESERVED_FLAGS) != 0) {
            throw new MalformedDataException("invalid gzip flags: " + flags);
        }
        message.skip(TIME_AND_SYSTEM, HEADER);
        if ((flags & FLAG_EXTRA) != 0) {
            message.skip(message.u8(HEADER) | message.u8(HEADER) << 8, HEADER);
        }
        for (int texts = Integer.bitCount(flags & (FLAG_NAME | FLAG_COMMENT)); texts > 0; texts--) {
            int letter = message.u8(HEADER);
            while (letter != 0) {
                letter = message.u8(HEADER);
            }
        }
        message.skip((flags & FLAG_CHECKSUM) != 0 ? Short.BYTES : 0, HEADER);
    }

    private void content(CompressedMessage message, DecodedMessage decoded) throws IOException {
        crc.reset();
        inflater.reset();
        int read = 0;
        try {
            while (!inflater.finished()) {
                if (inflater.needsInput()) {
                    read = message.read(in, 0, in.length);
                    if (read == 0) {
                        throw new MalformedDataException("truncated in the content");
                    }
                    inflater.setInput(in, 0, read);
                }
                int length = inflater.inflate(out);
                crc.update(out, 0, length);
                decoded.write(out, 0, length);
                if (inflater.needsDictionary()) {
                    throw new MalformedDataException("requires a dictionary");
                }
            }
        } catch (DataFormatException e) {
            throw new MalformedDataException("invalid content: " + e.getMessage(), e);
        }
        int left = inflater.getRemaining();
        message.unread(in, read - left, left);
    }

    @Override
    public void close() {
        inflater.end();
    }
}

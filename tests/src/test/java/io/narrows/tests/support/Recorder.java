package io.narrows.tests.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Records all bytes on a stretch of wire, for each direction of each connection from its first byte. */
public final class Recorder implements WireHop.Forwarding {
    private static final int RECORD_HEADER = 5;
    private static final int FIRST_TYPE = 20; // change cipher spec
    private static final int LAST_TYPE = 23; // application data

    private static final class Stream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean active;
    }

    private final Map<OutputStream, Stream> streams = new IdentityHashMap<>();

    @Override
    public void forward(byte[] read, int length, InputStream in, OutputStream out) throws IOException {
        synchronized (this) {
            Stream stream = streams.computeIfAbsent(out, added -> new Stream());
            stream.bytes.write(read, 0, length);
            stream.active = true;
        }
        PLAIN.forward(read, length, in, out);
    }

    /** Clears the marks of streams that carried bytes. */
    public synchronized void mark() {
        streams.values().forEach(stream -> stream.active = false);
    }

    /** Returns the streams that carried bytes since the mark, each from its first byte. */
    public synchronized List<byte[]> activeSinceMark() {
        return streams.values().stream()
                .filter(stream -> stream.active)
                .map(stream -> stream.bytes.toByteArray())
                .toList();
    }

    /** Returns whether the bytes are a sequence of TLS records, the last of which may be incomplete. */
    public static boolean isTls(byte[] stream) {
        int at = 0;
        while (at + RECORD_HEADER <= stream.length) {
            int type = stream[at];
            if (type < FIRST_TYPE || type > LAST_TYPE || stream[at + 1] != 3) {
                return false;
            }
            at += RECORD_HEADER + ((stream[at + 3] & 0xFF) << 8 | stream[at + 4] & 0xFF);
        }
        return true;
    }
}

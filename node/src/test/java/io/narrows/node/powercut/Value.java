package io.narrows.node.powercut;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.Random;

/** The value of a client's n-th write, fully determined by its first bytes, so that damage is detected. */
record Value(int client, int number) {
    private static final int HEADER = 8;

    /** Returns the key, one of the client's own few. */
    String key(int keys) {
        return "client" + client + "/" + number % keys;
    }

    /** @param most maximum number of bytes after the header */
    ByteString bytes(int most) {
        Random random = new Random(client * 1_000_003L + number);
        byte[] rest = new byte[random.nextInt(most + 1)];
        random.nextBytes(rest);
        ByteBuffer all = ByteBuffer.allocate(HEADER + rest.length);
        all.putInt(client).putInt(number).put(rest).flip();
        return ByteString.copyFrom(all);
    }

    /** Returns the write that made a value, judging by its first bytes only. */
    static Value of(ByteString bytes) {
        ByteBuffer header = bytes.asReadOnlyByteBuffer();
        return bytes.size() < HEADER ? new Value(-1, -1) : new Value(header.getInt(), header.getInt());
    }
}

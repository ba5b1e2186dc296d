package io.narrows.node.powercut;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.Random;

/** The value of a client's n-th write: all of it follows from its first bytes, so that damage shows. */
record Value(int client, int number) {
    private static final int HEADER = 8;

    /** Returns the key, one of a few of the client's own. */
    String key(int keys) {
        return "client" + client + "/" + number % keys;
    }

    /** @param most bytes behind the header */
    ByteString bytes(int most) {
        Random random = new Random(client * 1_000_003L + number);
        byte[] rest = new byte[random.nextInt(most + 1)];
        random.nextBytes(rest);
        ByteBuffer all = ByteBuffer.allocate(HEADER + rest.length);
        all.putInt(client).putInt(number).put(rest).flip();
        return ByteString.copyFrom(all);
    }

    /** Returns the write that made a value, of which only the first bytes are looked at. */
    static Value of(ByteString bytes) {
        ByteBuffer header = bytes.asReadOnlyByteBuffer();
        return bytes.size() < HEADER ? new Value(-1, -1) : new Value(header.getInt(), header.getInt());
    }
}

package io.narrows.bench.raft;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.etcd.PutRequest;
import java.util.concurrent.ThreadLocalRandom;

/** The puts of the load. */
final class Puts {
    private static final int KEYS = 100_000;
    private static final int VALUE_BYTES = 256;

    private Puts() {}

    /** A key of 32 bytes out of 100,000, and a value of 256 random bytes. */
    static Command random() {
        byte[] value = new byte[VALUE_BYTES];
        ThreadLocalRandom.current().nextBytes(value);
        return put(key("bench", ThreadLocalRandom.current().nextInt(KEYS)), ByteString.copyFrom(value));
    }

    static ByteString key(String kind, long number) {
        return ByteString.copyFromUtf8(String.format("%-8s/%023d", kind, number));
    }

    static Command put(ByteString key, ByteString value) {
        return Command.newBuilder()
                .setPut(PutRequest.newBuilder().setKey(key).setValue(value))
                .build();
    }
}

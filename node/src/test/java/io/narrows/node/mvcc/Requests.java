package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;

/** Builds requests for tests; keys and values are strings. */
public final class Requests {
    private Requests() {}

    public static ByteString bytes(String text) {
        return ByteString.copyFromUtf8(text);
    }

    public static PutRequest put(String key, String value) {
        return put(key, value, 0);
    }

    public static PutRequest put(String key, String value, long lease) {
        return PutRequest.newBuilder()
                .setKey(bytes(key))
                .setValue(bytes(value))
                .setLease(lease)
                .build();
    }

    public static RangeRequest get(String key) {
        return get(key, 0);
    }

    public static RangeRequest get(String key, long revision) {
        return RangeRequest.newBuilder()
                .setKey(bytes(key))
                .setRevision(revision)
                .build();
    }

    public static RangeRequest range(String from, String end) {
        return RangeRequest.newBuilder()
                .setKey(bytes(from))
                .setRangeEnd(bytes(end))
                .build();
    }

    public static DeleteRangeRequest delete(String from, String end) {
        return DeleteRangeRequest.newBuilder()
                .setKey(bytes(from))
                .setRangeEnd(bytes(end))
                .build();
    }
}

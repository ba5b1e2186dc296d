package io.narrows.lab.load;

import com.google.protobuf.ByteString;

/** A key and its value, as a Kubernetes API server would store them. */
public record StoredObject(ByteString key, ByteString value) {
    static StoredObject of(String key, String value) {
        return new StoredObject(ByteString.copyFromUtf8(key), ByteString.copyFromUtf8(value));
    }
}

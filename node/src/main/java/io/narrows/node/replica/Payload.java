package io.narrows.node.replica;

import com.google.protobuf.MessageLite;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** Our messages as Ratis carries them. */
final class Payload {
    private Payload() {}

    static Message of(MessageLite content) {
        return Message.valueOf(UnsafeByteOperations.unsafeWrap(content.toByteArray()));
    }
}

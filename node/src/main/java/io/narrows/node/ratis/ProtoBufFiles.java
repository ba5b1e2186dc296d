package io.narrows.node.ratis;

import com.google.protobuf.Message;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes messages in the format of JRaft's ProtoBufFile: length and name of the type, then length and bytes of the message. */
final class ProtoBufFiles {
    private ProtoBufFiles() {}

    static void write(Path file, Message message) throws IOException {
        byte[] name = message.getDescriptorForType().getFullName().getBytes(StandardCharsets.UTF_8);
        byte[] bytes = message.toByteArray();
        ByteBuffer content = ByteBuffer.allocate(2 * Integer.BYTES + name.length + bytes.length);
        content.putInt(name.length).put(name).putInt(bytes.length).put(bytes);
        Files.write(file, content.array());
    }
}

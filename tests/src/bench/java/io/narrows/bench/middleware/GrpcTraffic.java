package io.narrows.bench.middleware;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Extracts the uncompressed messages in one direction of a recorded HTTP/2 connection. */
final class GrpcTraffic {
    private static final int PREFACE = 24;
    private static final int PREFIX = 5;
    private static final int TYPE_DATA = 0;

    private GrpcTraffic() {}

    static List<byte[]> messages(byte[] bytes) {
        ByteBuffer wire = ByteBuffer.wrap(bytes);
        wire.position(bytes.length > 0 && bytes[0] == 'P' ? PREFACE : 0);
        Map<Integer, ByteArrayOutputStream> open = new LinkedHashMap<>();
        List<byte[]> messages = new ArrayList<>();
        while (wire.remaining() >= 9) {
            int word = wire.getInt();
            int length = word >>> 8;
            int type = word & 0xff;
            wire.get(); // flags: gRPC uses no padding
            int stream = wire.getInt();
            byte[] payload = new byte[Math.min(length, wire.remaining())];
            wire.get(payload);
            if (type == TYPE_DATA) {
                ByteArrayOutputStream data = open.computeIfAbsent(stream, id -> new ByteArrayOutputStream());
                data.writeBytes(payload);
                open.put(stream, cut(data, messages));
            }
        }
        return messages;
    }

    /** Removes the complete messages; returns the rest. */
    private static ByteArrayOutputStream cut(ByteArrayOutputStream data, List<byte[]> messages) {
        ByteBuffer left = ByteBuffer.wrap(data.toByteArray());
        while (left.remaining() >= PREFIX && left.remaining() - PREFIX >= left.getInt(left.position() + 1)) {
            if (left.get() != 0) {
                throw new IllegalArgumentException("a recorded message is compressed");
            }
            byte[] message = new byte[left.getInt()];
            left.get(message);
            messages.add(message);
        }
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        rest.write(left.array(), left.position(), left.remaining());
        return rest;
    }
}

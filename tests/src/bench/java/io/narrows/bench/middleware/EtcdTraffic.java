package io.narrows.bench.middleware;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses the stream of etcd's leader to a follower: an HTTP response in chunks. The stream {@code message} has Raft messages
 * with a length prefix; {@code msgapp} (rafthttp, {@code msgappv2_codec.go}) has three kinds. Numbers take 8 bytes,
 * big-endian, kinds one:
 *
 * <pre>
 * 0                                                          a heartbeat of the stream: skipped
 * 1 | number of entries | (length | entry)... | commit       entries, as one message
 * 2 | length | message                                       any other Raft message
 * </pre>
 */
final class EtcdTraffic {
    private static final byte[] END_OF_HEADERS = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HEX = 16;

    private EtcdTraffic() {}

    /** @param kinds whether messages begin with their kind, as in the stream {@code msgapp} */
    static List<byte[]> messages(byte[] response, boolean kinds) {
        ByteBuffer stream = ByteBuffer.wrap(unchunked(response));
        List<byte[]> messages = new ArrayList<>();
        try {
            while (stream.hasRemaining()) {
                int from = stream.position();
                int kind = kinds ? stream.get() : 2;
                if (kind == 1) {
                    for (long left = stream.getLong(); left > 0; left--) {
                        skip(stream, stream.getLong());
                    }
                    stream.getLong();
                } else if (kind == 2) {
                    skip(stream, stream.getLong());
                } else if (kind != 0) {
                    throw new IllegalArgumentException("unknown kind of message: " + kind);
                }
                if (kind != 0) {
                    byte[] message = new byte[stream.position() - from];
                    stream.get(from, message);
                    messages.add(message);
                }
            }
        } catch (BufferUnderflowException cutByTheEndOfTheRecording) {
            return messages;
        }
        return messages;
    }

    private static void skip(ByteBuffer stream, long length) {
        if (length < 0 || length > stream.remaining()) {
            throw new BufferUnderflowException();
        }
        stream.position(stream.position() + (int) length);
    }

    private static byte[] unchunked(byte[] response) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        int at = indexOf(response, END_OF_HEADERS, 0);
        at = at < 0 ? response.length : at + END_OF_HEADERS.length;
        while (at < response.length) {
            int line = indexOf(response, new byte[] {'\r', '\n'}, at);
            if (line < 0) {
                break;
            }
            int length = Integer.parseInt(new String(response, at, line - at, StandardCharsets.US_ASCII), HEX);
            int from = line + 2;
            content.write(response, from, Math.min(length, response.length - from));
            at = from + length + 2;
        }
        return content.toByteArray();
    }

    private static int indexOf(byte[] bytes, byte[] wanted, int from) {
        for (int at = from; at + wanted.length <= bytes.length; at++) {
            if (ByteBuffer.wrap(bytes, at, wanted.length).equals(ByteBuffer.wrap(wanted))) {
                return at;
            }
        }
        return -1;
    }
}

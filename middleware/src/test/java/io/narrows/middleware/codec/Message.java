package io.narrows.middleware.codec;

import io.grpc.Codec;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Sample messages, and helpers to encode and decode them. */
final class Message {
    private static final int WRITE = 4096; // like protobuf

    private Message() {}

    /** Returns repetitive words, which every codec shrinks. */
    static byte[] text(Random random, int length) {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            byte[] word = ("/registry/pods/" + random.nextInt(50) + " ").getBytes(StandardCharsets.US_ASCII);
            int some = Math.min(word.length, length - at);
            System.arraycopy(word, 0, bytes, at, some);
            at += some;
        }
        return bytes;
    }

    static byte[] noise(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    static byte[] compressed(Codec codec, byte[] message) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = codec.compress(compressed)) {
            for (int at = 0; at < message.length; at += WRITE) {
                out.write(message, at, Math.min(WRITE, message.length - at));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return compressed.toByteArray();
    }

    static byte[] decompressed(Codec codec, byte[] compressed) {
        try (InputStream in = codec.decompress(new ByteArrayInputStream(compressed))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the result of decoding: OK, or the status that was thrown. Rethrows all other exceptions. */
    static Status.Code outcome(Codec codec, byte[] compressed) {
        try {
            decompressed(codec, compressed);
            return Status.Code.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode();
        }
    }
}

package io.narrows.bench.middleware;

import io.grpc.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamEncoder;
import io.narrows.middleware.codec.CurrentSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A way to compress the messages of one direction of a connection. */
interface Contender {
    /** Returns the name in the table. */
    String name();

    /** Returns the messages in compressed form, in order. */
    List<byte[]> compress(List<byte[]> messages) throws IOException;

    /** Decompresses messages. */
    void decompress(List<byte[]> compressed, List<byte[]> into) throws IOException;

    /** Returns the framing bytes per message. */
    int overhead();

    /** A codec of gRPC messages; messages below the minimum size are sent uncompressed. */
    record Messages(String name, Codec codec, CodecSpec spec, int minSize) implements Contender {
        private static final int PREFIX = 5;
        private static final int WRITE = 4096;

        @Override
        public int overhead() {
            return PREFIX;
        }

        @Override
        public List<byte[]> compress(List<byte[]> messages) throws IOException {
            CurrentSpec.set(spec);
            List<byte[]> compressed = new ArrayList<>(messages.size());
            for (byte[] message : messages) {
                compressed.add(message.length < minSize ? message : one(message));
            }
            CurrentSpec.clear();
            return compressed;
        }

        private byte[] one(byte[] message) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(message.length);
            try (OutputStream out = codec.compress(bytes)) {
                for (int at = 0; at < message.length; at += WRITE) {
                    out.write(message, at, Math.min(WRITE, message.length - at));
                }
            }
            return bytes.toByteArray();
        }

        @Override
        public void decompress(List<byte[]> compressed, List<byte[]> messages) throws IOException {
            byte[] read = new byte[WRITE];
            for (int i = 0; i < compressed.size(); i++) {
                int length = messages.get(i).length;
                if (length < minSize) {
                    continue;
                }
                int left = length;
                try (InputStream in = codec.decompress(new ByteArrayInputStream(compressed.get(i)))) {
                    for (int some = in.read(read); some >= 0; some = in.read(read)) {
                        left -= some;
                    }
                }
                if (left != 0) {
                    throw new IOException(name + " lost " + left + " bytes of message " + i);
                }
            }
        }
    }

    /** The sidecar's stream, in which messages may refer to earlier ones. */
    record Stream(String name, Codecs codecs, CodecSpec spec) implements Contender {
        private static final int MOST = 64 * 1024;

        /** The prefix of gRPC, and the frame's length, kind and checksum. */
        private static final int OVERHEAD = 5 + 2 + 1 + 4;

        @Override
        public int overhead() {
            return OVERHEAD;
        }

        @Override
        public List<byte[]> compress(List<byte[]> messages) {
            List<byte[]> compressed = new ArrayList<>(messages.size());
            try (StreamEncoder encoder = codecs.streamEncoder(spec)) {
                ByteBuffer src = ByteBuffer.allocateDirect(MOST);
                ByteBuffer dst = ByteBuffer.allocateDirect(encoder.maxFrameLength(MOST));
                for (byte[] message : messages) {
                    src.clear().put(message, 0, Math.min(MOST, message.length)).flip();
                    encoder.encode(src, dst.clear());
                    byte[] frame = new byte[dst.flip().remaining()];
                    dst.get(frame);
                    compressed.add(frame);
                }
            }
            return compressed;
        }

        @Override
        public void decompress(List<byte[]> compressed, List<byte[]> messages) throws IOException {
            ByteBuffer dst = ByteBuffer.allocateDirect(MOST);
            ByteBuffer src = ByteBuffer.allocateDirect(2 * MOST);
            try (StreamDecoder decoder = codecs.streamDecoder(spec.codec(), spec.windowLog())) {
                for (byte[] frame : compressed) {
                    decoder.decode(src.clear().put(frame).flip(), dst.clear());
                }
            }
        }
    }
}

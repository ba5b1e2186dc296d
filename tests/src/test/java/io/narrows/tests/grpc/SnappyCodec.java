package io.narrows.tests.grpc;

import io.grpc.Codec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.xerial.snappy.SnappyFramedInputStream;
import org.xerial.snappy.SnappyFramedOutputStream;

/** Snappy's framing format by snappy-java, as go-grpc-compression has it in Go. */
final class SnappyCodec implements Codec {
    @Override
    public String getMessageEncoding() {
        return "snappy";
    }

    @Override
    public OutputStream compress(OutputStream out) throws IOException {
        return new SnappyFramedOutputStream(out);
    }

    @Override
    public InputStream decompress(InputStream in) throws IOException {
        return new SnappyFramedInputStream(in);
    }
}

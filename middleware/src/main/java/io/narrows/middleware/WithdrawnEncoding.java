package io.narrows.middleware;

import io.grpc.Decompressor;
import io.grpc.DecompressorRegistry;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.InputStream;

/**
 * An encoding that this process knows but does not accept. It is registered without being advertised, so that calls that use
 * it reach {@link NarrowsServerInterceptor}, which refuses them with the list of accepted encodings. Without that list,
 * which grpc-java's own refusal lacks, a client cannot know that it may repeat the call.
 */
record WithdrawnEncoding(String encoding) implements Decompressor {
    @Override
    public String getMessageEncoding() {
        return encoding;
    }

    /** @throws io.grpc.StatusRuntimeException always, with UNIMPLEMENTED */
    @Override
    public InputStream decompress(InputStream in) {
        throw status(encoding).asRuntimeException();
    }

    static boolean is(DecompressorRegistry registry, String encoding) {
        return registry.lookupDecompressor(encoding) instanceof WithdrawnEncoding;
    }

    static Status status(String encoding) {
        return Status.UNIMPLEMENTED.withDescription("encoding " + encoding + " is not accepted by this node");
    }

    /** Returns trailers with the list of accepted encodings. */
    static Metadata trailers(DecompressorRegistry registry) {
        Metadata trailers = new Metadata();
        trailers.put(Wire.ACCEPT_ENCODING, String.join(",", registry.getAdvertisedMessageEncodings()));
        return trailers;
    }
}

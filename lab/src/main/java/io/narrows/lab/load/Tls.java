package io.narrows.lab.load;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * PEM files to verify servers and to authenticate the client.
 *
 * @param authority CA of the servers' certificates; null for no TLS
 * @param certificate of the client; null for none
 * @param key of the certificate; null without one
 */
public record Tls(
        @Nullable Path authority,
        @Nullable Path certificate,
        @Nullable Path key) {
    public static final Tls NONE = new Tls(null, null, null);

    /** @throws IllegalArgumentException if the given files require others that are missing */
    public Tls {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException(
                    "a certificate without a key, or a key without a certificate (expected: both or neither)");
        }
        if (authority == null && certificate != null) {
            throw new IllegalArgumentException(
                    "a client certificate without a CA (expected: the CA of the servers' certificates)");
        }
    }

    /** @throws IOException if a file cannot be read */
    ChannelCredentials credentials() throws IOException {
        if (authority == null) {
            return InsecureChannelCredentials.create();
        }
        TlsChannelCredentials.Builder builder =
                TlsChannelCredentials.newBuilder().trustManager(authority.toFile());
        if (certificate != null && key != null) {
            builder.keyManager(certificate.toFile(), key.toFile());
        }
        return builder.build();
    }
}

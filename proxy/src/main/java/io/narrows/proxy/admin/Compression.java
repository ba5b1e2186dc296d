package io.narrows.proxy.admin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses responses with gzip, for clients that accept it. Runs on the admin thread, since Netty's own compressor
 * would use the event loop's time. Uses the fastest level, which already saves most of the bytes, because metrics and
 * lists of peers are very repetitive.
 */
final class Compression {
    static final String GZIP = "gzip";

    /** Minimum size of a body; shorter ones fit in a packet anyway. */
    private static final int LEAST_BYTES = 1024;

    private static final Pattern ACCEPTED =
            Pattern.compile("gzip\\s*(;\\s*q=(?!0(\\.0*)?$)[\\d.]+)?", Pattern.CASE_INSENSITIVE);

    private Compression() {}

    /** Returns whether an Accept-Encoding header names gzip and does not exclude it with {@code q=0}. */
    static boolean accepts(String acceptEncoding) {
        return Arrays.stream(acceptEncoding.split(","))
                .anyMatch(coding -> ACCEPTED.matcher(coding.strip()).matches());
    }

    static boolean isWorthwhile(byte[] body) {
        return body.length >= LEAST_BYTES;
    }

    static byte[] gzip(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 4);
        try (OutputStream gzip = new Fast(out)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static final class Fast extends GZIPOutputStream {
        Fast(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}

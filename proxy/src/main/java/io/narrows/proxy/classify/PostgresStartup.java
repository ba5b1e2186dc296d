package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.util.CharsetUtil;
import java.util.Locale;

/**
 * Recognizes PostgreSQL's replication connections (physical, logical, and base backups) by the parameter
 * {@code replication} of their start-up message. A client may request encryption first; then TLS, GSSAPI or the
 * start-up message follows.
 *
 * <p>The formats are those of the PostgreSQL documentation, section "Message Formats"; true values are those of
 * {@code parse_bool}.
 */
final class PostgresStartup implements Recogniser {
    private static final Finding REPLICATION = Finding.of(TrafficClass.REPLICATION);
    private static final Finding ENCRYPTED = Finding.of(TrafficClass.ENCRYPTED);
    private static final TlsHello TLS = new TlsHello();

    private static final int HEADER_BYTES = 8;
    private static final int MAX_LENGTH = 10_000;
    private static final int CANCEL_REQUEST = 80877102;
    private static final int SSL_REQUEST = 80877103;
    private static final int GSSENC_REQUEST = 80877104;
    private static final int PROTOCOL_MAJOR = 3;

    @Override
    public Finding look(ByteBuf start) {
        int at = 0;
        int request = 0;
        while (start.readableBytes() - at >= HEADER_BYTES) {
            int code = start.getInt(at + 4);
            if (start.getInt(at) != HEADER_BYTES || code != SSL_REQUEST && code != GSSENC_REQUEST) {
                break;
            }
            request = code;
            at += HEADER_BYTES;
        }
        return afterRequest(request, start.slice(at, start.readableBytes() - at));
    }

    private static Finding afterRequest(int request, ByteBuf rest) {
        Finding tls = request == SSL_REQUEST ? TLS.look(rest) : Finding.NOTHING;
        if (tls != Finding.NOTHING) {
            return tls;
        }
        if (rest.readableBytes() < HEADER_BYTES) {
            // all messages that may follow begin with their length, which is small
            return rest.isReadable() && rest.getByte(0) != 0 ? Finding.NOTHING : Finding.UNDECIDED;
        }
        int length = rest.getInt(0);
        int code = rest.getInt(4);
        if (code >>> 16 == PROTOCOL_MAJOR && length > HEADER_BYTES && length <= MAX_LENGTH) {
            return rest.readableBytes() < length ? Finding.UNDECIDED : startup(rest, length);
        }
        return request == GSSENC_REQUEST && code != CANCEL_REQUEST ? ENCRYPTED : Finding.NOTHING;
    }

    /**
     * Returns the finding for a start-up message: alternating names and values, each ended by a zero byte, and a final
     * zero byte.
     */
    private static Finding startup(ByteBuf message, int length) {
        String[] words = message.toString(HEADER_BYTES, length - HEADER_BYTES, CharsetUtil.ISO_8859_1)
                .split("\0", -1);
        for (int i = 0; i + 1 < words.length; i += 2) {
            if (words[i].equals("replication") && asksForReplication(words[i + 1].toLowerCase(Locale.ROOT))) {
                return REPLICATION;
            }
        }
        return Finding.NOTHING;
    }

    private static boolean asksForReplication(String value) {
        return value.equals("database")
                || value.equals("1")
                || value.equals("on")
                || !value.isEmpty() && ("true".startsWith(value) || "yes".startsWith(value));
    }
}

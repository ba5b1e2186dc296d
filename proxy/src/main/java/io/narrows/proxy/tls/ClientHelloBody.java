package io.narrows.proxy.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses the body of a ClientHello (RFC 8446, section 4.1.2):
 *
 * <pre>
 *  +---------+--------+---+------------+----+---------------+---+-------------+----+------------+
 *  | version | random | 1 | session id | 2  | cipher suites | 1 | compression | 2  | extensions |
 *  | 2       | 32     |   | 0 to 32    |    |               |   |             |    |            |
 *  +---------+--------+---+------------+----+---------------+---+-------------+----+------------+
 *  extension: | type 2 | length 2 | data |
 * </pre>
 *
 * A number alone is the size of a length that precedes the part.
 */
final class ClientHelloBody {
    private static final int RANDOM = 32;
    private static final int MAX_SESSION_ID = 32;
    private static final int TLS_1_2 = 0x0303;
    private static final int TLS_1_3 = 0x0304;
    private static final int SERVER_NAME = 0;
    private static final int ALPN = 16;
    private static final int SUPPORTED_VERSIONS = 43;
    private static final int HOST_NAME = 0;

    /** The control message that carries the protocols has at most 4 KiB. */
    private static final int MAX_PROTOCOL_BYTES = 1024;

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,253}");

    private Optional<String> serverName = Optional.empty();
    private List<String> protocols = List.of();
    private Optional<Boolean> supported = Optional.empty();

    private ClientHelloBody() {}

    /** Parses the bytes of an array between two indices. */
    static ClientHello parse(byte[] bytes, int from, int to) throws BadClientHelloException {
        return new ClientHelloBody()
                .parse(ByteBuffer.wrap(bytes, from, to - from).slice());
    }

    private ClientHello parse(ByteBuffer body) throws BadClientHelloException {
        int version = number(body, 2);
        take(body, RANDOM);
        if (part(body, 1).remaining() > MAX_SESSION_ID) {
            throw malformed();
        }
        part(body, 2);
        part(body, 1);
        if (body.hasRemaining()) {
            extensions(part(body, 2));
        }
        if (body.hasRemaining()) {
            throw malformed();
        }
        if (!supported.orElse(version >= TLS_1_2)) {
            throw new BadClientHelloException("a ClientHello without TLS 1.2 and 1.3 (expected: one of them)");
        }
        return new ClientHello(serverName, protocols);
    }

    private void extensions(ByteBuffer extensions) throws BadClientHelloException {
        while (extensions.hasRemaining()) {
            int type = number(extensions, 2);
            ByteBuffer data = part(extensions, 2);
            switch (type) {
                case SERVER_NAME -> serverName(part(data, 2));
                case ALPN -> protocols(part(data, 2));
                case SUPPORTED_VERSIONS -> versions(part(data, 1));
                default -> data.position(data.limit());
            }
            if (data.hasRemaining()) {
                throw malformed();
            }
        }
    }

    private void serverName(ByteBuffer names) throws BadClientHelloException {
        while (names.hasRemaining()) {
            int type = number(names, 1);
            String name = text(part(names, 2));
            if (type == HOST_NAME) {
                if (!HOST.matcher(name).matches()) {
                    throw new BadClientHelloException("a ClientHello whose server name is not a host name");
                }
                serverName = Optional.of(name);
            }
        }
    }

    private void protocols(ByteBuffer names) throws BadClientHelloException {
        if (names.remaining() > MAX_PROTOCOL_BYTES) {
            throw new BadClientHelloException("a ClientHello with " + names.remaining()
                    + " bytes of application protocols (expected: at most " + MAX_PROTOCOL_BYTES + ")");
        }
        List<String> offered = new ArrayList<>();
        while (names.hasRemaining()) {
            String name = text(part(names, 1));
            if (name.isEmpty()) {
                throw malformed();
            }
            offered.add(name);
        }
        protocols = offered;
    }

    private void versions(ByteBuffer versions) throws BadClientHelloException {
        boolean known = false;
        while (versions.hasRemaining()) {
            int version = number(versions, 2);
            known |= version == TLS_1_2 || version == TLS_1_3;
        }
        supported = Optional.of(known);
    }

    /** Returns the bytes as characters of their values, as the JDK's engines do with names of protocols. */
    private static String text(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return new String(copy, StandardCharsets.ISO_8859_1);
    }

    private static ByteBuffer part(ByteBuffer from, int lengthBytes) throws BadClientHelloException {
        return take(from, number(from, lengthBytes));
    }

    private static int number(ByteBuffer from, int bytes) throws BadClientHelloException {
        ByteBuffer taken = take(from, bytes);
        return bytes == 1 ? taken.get() & 0xff : taken.getShort() & 0xffff;
    }

    private static ByteBuffer take(ByteBuffer from, int length) throws BadClientHelloException {
        if (length > from.remaining()) {
            throw malformed();
        }
        ByteBuffer taken = from.slice(from.position(), length);
        from.position(from.position() + length);
        return taken;
    }

    private static BadClientHelloException malformed() {
        return new BadClientHelloException("a malformed ClientHello");
    }
}

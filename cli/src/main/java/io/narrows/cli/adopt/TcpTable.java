package io.narrows.cli.adopt;

import io.narrows.config.IpAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Parses {@code /proc/net/tcp} and {@code /proc/net/tcp6}, as proc(5) describes them:
 *
 * <pre>
 *   sl  local_address rem_address   st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode …
 *    0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000   0       0 27101 …
 * </pre>
 *
 * An address is one word of 32 bits, or four for IPv6. Each is in hexadecimal digits and in the byte order of the host, while
 * ports are plain hexadecimal numbers. The state is the kernel's number, of which 1 is established and A is listening.
 */
final class TcpTable {
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final int ESTABLISHED = 0x01;
    private static final int LISTEN = 0x0A;
    private static final int V4_DIGITS = 8;
    private static final int V6_DIGITS = 32;

    private final ByteOrder order;

    /** @param order the byte order of the host that wrote the table */
    TcpTable(ByteOrder order) {
        this.order = order;
    }

    /**
     * Returns the established and the listening sockets of a table with its heading.
     *
     * @throws IllegalArgumentException if a line has another format; the message contains it
     */
    List<TcpSocket> parse(List<String> lines) {
        return lines.stream()
                .skip(1)
                .filter(line -> !line.isBlank())
                .flatMap(line -> socket(line).stream())
                .toList();
    }

    private Optional<TcpSocket> socket(String line) {
        String[] fields = line.strip().split("\\s+");
        try {
            Optional<TcpSocket.State> state = state(Integer.parseInt(fields[STATE], 16));
            return state.map(known -> new TcpSocket(
                    endpoint(fields[LOCAL]), endpoint(fields[REMOTE]), known, Long.parseLong(fields[INODE])));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "\"" + line.strip() + "\" is not a socket in the format of /proc/net/tcp", e);
        }
    }

    private static Optional<TcpSocket.State> state(int number) {
        return switch (number) {
            case ESTABLISHED -> Optional.of(TcpSocket.State.ESTABLISHED);
            case LISTEN -> Optional.of(TcpSocket.State.LISTEN);
            default -> Optional.empty();
        };
    }

    private Endpoint endpoint(String text) {
        int colon = text.indexOf(':');
        if (colon != V4_DIGITS && colon != V6_DIGITS) {
            throw new IllegalArgumentException(text);
        }
        return new Endpoint(address(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1), 16));
    }

    private IpAddress address(String digits) {
        ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(digits.toLowerCase(Locale.ROOT)));
        List<Integer> octets = new ArrayList<>();
        while (words.hasRemaining()) {
            int word = order == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(words.getInt()) : words.getInt();
            for (int shift = 24; shift >= 0; shift -= 8) {
                octets.add(word >>> shift & 0xFF);
            }
        }
        return IpAddress.of(octets);
    }
}

package io.narrows.proxy.capture;

import static io.narrows.proxy.capture.DatabaseEnd.FLAGS;

import io.narrows.proxy.support.ClientHellos;
import io.narrows.proxy.support.MySqlBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Pieces that no exchange expects: plain text of other protocols, and TLS that is not due. */
final class StrangePieces {
    private static final int TLS_1_1 = 0x0302;

    private StrangePieces() {}

    static List<byte[]> all() {
        return List.of(
                hex("0000000804d2162f"), // PostgreSQL: SSLRequest
                hex("0000000804d21630"), // GSSENCRequest
                hex("0000001004d2162e0000000100000002"), // CancelRequest
                hex("0000000b000300007573650000"), // StartupMessage
                hex("51000000094d5950570000"), // a query
                hex("7fffffff00030000"),
                text("S"),
                text("N"),
                text("SX"),
                text("EFATAL\0"),
                MySqlBytes.greeting(FLAGS),
                MySqlBytes.greeting(MySqlBytes.CLIENT_PROTOCOL_41), // without TLS
                MySqlBytes.request(FLAGS),
                MySqlBytes.login(FLAGS),
                MySqlBytes.login(MySqlBytes.CLIENT_PROTOCOL_41), // without TLS
                MySqlBytes.packet(0, text("\u00ff\u0010\u0004#08004Too many connections")),
                hex("ffffff00"),
                text("INFO {\"tls_required\":true}\r\n"),
                text("GET / HTTP/1.1\r\n\r\n"),
                ClientHellos.of(TLS_1_1, new byte[0]),
                ClientHellos.records(ClientHellos.message(new byte[60_000]), 1 << 14),
                ClientHellos.records(ClientHellos.message(new byte[16_000]), 64),
                hex("15030300020100"), // alert: close_notify
                hex("15030300020228"), // alert: handshake_failure
                hex("140303000101"), // ChangeCipherSpec
                hex("160303000400000000"), // HelloRequest
                hex("1703030010" + "00".repeat(16)), // data
                hex("170303ffff"),
                hex("1603030000"),
                noRecord());
    }

    private static byte[] noRecord() {
        byte[] large = new byte[64 * 1024];
        Arrays.fill(large, (byte) 0x17);
        return large;
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}

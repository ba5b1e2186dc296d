package io.narrows.testkit.dns;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A record that a server tells.
 *
 * @param name without a dot at its end, in lower case
 * @param type number of the type: 1 for A, 28 for AAAA, 33 for SRV, 5 for CNAME
 * @param seconds time to live
 */
public record ZoneRecord(String name, int type, int seconds, byte[] data) {
    static final int A = 1;
    static final int CNAME = 5;
    static final int AAAA = 28;
    static final int SRV = 33;

    /** Returns the address record of a literal, A or AAAA. */
    public static ZoneRecord address(String name, int seconds, String literal) {
        try {
            byte[] bytes = InetAddress.getByName(literal).getAddress();
            return new ZoneRecord(canonical(name), bytes.length == 4 ? A : AAAA, seconds, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ZoneRecord service(String name, int seconds, int port, String host) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeShort(0); // priority
            out.writeShort(0); // weight
            out.writeShort(port);
            out.write(encoded(host));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ZoneRecord(canonical(name), SRV, seconds, bytes.toByteArray());
    }

    public static ZoneRecord alias(String name, int seconds, String host) {
        return new ZoneRecord(canonical(name), CNAME, seconds, encoded(host));
    }

    /**
     * Parses {@code NAME SECONDS TYPE VALUE}, such as {@code db.example 5 A 10.0.0.1} or
     * {@code _narrows._tcp.db.example 5 SRV 7400 db-1.example}.
     */
    static ZoneRecord parse(String line) {
        String[] words = line.strip().split("\\s+");
        int seconds = Integer.parseInt(words[1]);
        return switch (words[2]) {
            case "A", "AAAA" -> address(words[0], seconds, words[3]);
            case "SRV" -> service(words[0], seconds, Integer.parseInt(words[3]), words[4]);
            case "CNAME" -> alias(words[0], seconds, words[3]);
            default -> throw new IllegalArgumentException("unknown type: " + line);
        };
    }

    static String canonical(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    /** Returns a name as its labels, each after its length, without compression. */
    static byte[] encoded(String name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String label : canonical(name).split("\\.")) {
            byte[] bytes = label.getBytes(StandardCharsets.US_ASCII);
            out.write(bytes.length);
            out.writeBytes(bytes);
        }
        out.write(0);
        return out.toByteArray();
    }
}

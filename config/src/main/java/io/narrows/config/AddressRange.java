package io.narrows.config;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of addresses that begin with the same bits: {@code 10.2.0.0/16}, {@code 2001:db8::/32}, or a single
 * address.
 *
 * @param bits 0 to 32, or to 128 for IPv6
 */
public record AddressRange(IpAddress network, int bits) {
    private static final Pattern BITS = Pattern.compile("0|[1-9]\\d{0,2}");

    /** Parses a range; returns empty if the text is not a range, or has bits set after the prefix. */
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        Optional<IpAddress> network = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        if (slash < 0) {
            return network.map(AddressRange::single);
        }
        String bits = text.substring(slash + 1);
        return network.filter(ip -> BITS.matcher(bits).matches() && Integer.parseInt(bits) <= width(ip))
                .map(ip -> new AddressRange(ip, Integer.parseInt(bits)))
                .filter(AddressRange::hasNoHost);
    }

    /** @throws IllegalArgumentException if the text is not a range, or has bits set after the prefix */
    public static AddressRange of(String text) {
        return parse(text)
                .orElseThrow(() -> new IllegalArgumentException("\"" + text
                        + "\" is not an address range (expected: an address, or a range such as 10.2.0.0/16"
                        + " with zero host bits)"));
    }

    static AddressRange single(IpAddress ip) {
        return new AddressRange(ip, width(ip));
    }

    /**
     * Returns whether an address is in this range.
     *
     * @param address 4 octets, or 16
     */
    public boolean contains(byte[] address) {
        List<Integer> octets = network.octets();
        if (address.length != octets.size()) {
            return false;
        }
        for (int i = 0; i < bits; i++) {
            if (bit(octets.get(i / 8), i) != bit(address[i / 8], i)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasNoHost() {
        List<Integer> octets = network.octets();
        for (int i = bits; i < width(network); i++) {
            if (bit(octets.get(i / 8), i) != 0) {
                return false;
            }
        }
        return true;
    }

    private static int bit(int octet, int index) {
        return octet >> (7 - index % 8) & 1;
    }

    private static int width(IpAddress ip) {
        return 8 * ip.octets().size();
    }

    @Override
    public String toString() {
        return bits == width(network) ? network.toString() : network + "/" + bits;
    }
}

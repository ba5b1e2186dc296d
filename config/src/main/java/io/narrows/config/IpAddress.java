package io.narrows.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An IP address. Parsed here rather than by {@link java.net.InetAddress}, whose first use fixes the name resolver: a
 * configuration has to be read before that.
 *
 * @param octets 4 or 16 octets; an IPv4-mapped IPv6 address has 4
 */
public record IpAddress(List<Integer> octets) {
    private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");
    private static final Pattern OCTET = Pattern.compile("25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d");
    private static final int V6 = 16;
    private static final List<Integer> MAPPED = List.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255);
    private static final IpAddress LOCALHOST_V6 =
            new IpAddress(List.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1));

    public IpAddress {
        octets = List.copyOf(octets);
    }

    /** Parses a dotted IPv4 address, or an IPv6 address without brackets and zone; empty if the text is neither. */
    public static Optional<IpAddress> parse(String text) {
        return (text.indexOf(':') < 0 ? v4(text) : v6(text)).map(IpAddress::new);
    }

    /**
     * Returns an address of 4 or 16 octets.
     *
     * @param octets from 0 to 255; those of an IPv4-mapped IPv6 address give the IPv4 address
     */
    public static IpAddress of(List<Integer> octets) {
        return new IpAddress(octets.size() == V6 ? unmapped(octets) : octets);
    }

    /** Returns whether it is an IPv6 address. */
    public boolean isV6() {
        return octets.size() == V6;
    }

    /** Returns whether it is in 127.0.0.0/8, or ::1. */
    public boolean isLoopback() {
        return octets.size() == V6 ? equals(LOCALHOST_V6) : octets.get(0) == 127;
    }

    boolean isWildcard() {
        return octets.stream().allMatch(octet -> octet == 0);
    }

    /** Returns dotted numbers, or eight groups of hexadecimal digits. */
    @Override
    public String toString() {
        return octets.size() == V6
                ? IntStream.range(0, V6 / 2)
                        .mapToObj(i -> Integer.toHexString(octets.get(2 * i) << 8 | octets.get(2 * i + 1)))
                        .collect(Collectors.joining(":"))
                : octets.stream().map(String::valueOf).collect(Collectors.joining("."));
    }

    private static Optional<List<Integer>> v4(String text) {
        String[] parts = text.split("\\.", -1);
        List<Integer> octets = new ArrayList<>();
        for (String part : parts) {
            if (!OCTET.matcher(part).matches()) {
                return Optional.empty();
            }
            octets.add(Integer.valueOf(part));
        }
        return Optional.of(octets).filter(four -> four.size() == 4);
    }

    private static Optional<List<Integer>> v6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text, true).filter(all -> all.size() == V6).map(IpAddress::unmapped);
        }
        Optional<List<Integer>> head = groups(text.substring(0, gap), false);
        Optional<List<Integer>> tail = groups(text.substring(gap + 2), true);
        return head.flatMap(left -> tail.flatMap(right -> filled(left, right))).map(IpAddress::unmapped);
    }

    /** Parses zero or more groups of hexadecimal digits. At the end an IPv4 address may replace the last two groups. */
    private static Optional<List<Integer>> groups(String text, boolean atEnd) {
        String[] parts = text.isEmpty() ? new String[0] : text.split(":", -1);
        List<Integer> octets = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            Optional<List<Integer>> last = atEnd && i == parts.length - 1 ? v4(parts[i]) : Optional.empty();
            if (last.isPresent()) {
                octets.addAll(last.get());
            } else if (GROUP.matcher(parts[i]).matches()) {
                int group = Integer.parseInt(parts[i], 16);
                octets.add(group >> 8);
                octets.add(group & 0xFF);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(octets);
    }

    /** Fills the gap with one or more groups of zeros. */
    private static Optional<List<Integer>> filled(List<Integer> head, List<Integer> tail) {
        int missing = V6 - head.size() - tail.size();
        if (missing < 2) {
            return Optional.empty();
        }
        List<Integer> octets = new ArrayList<>(head);
        octets.addAll(Collections.nCopies(missing, 0));
        octets.addAll(tail);
        return Optional.of(octets);
    }

    private static List<Integer> unmapped(List<Integer> octets) {
        boolean mapped = octets.subList(0, MAPPED.size()).equals(MAPPED);
        return mapped ? octets.subList(MAPPED.size(), V6) : octets;
    }
}

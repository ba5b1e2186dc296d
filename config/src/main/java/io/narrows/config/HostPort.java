package io.narrows.config;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An address as written in a file, in lower case. Never resolves names.
 *
 * @param host an IPv4 address, an IPv6 address without brackets, or a host name
 * @param port 0 to 65535; 0 lets the system choose when listening
 */
public record HostPort(String host, int port) {
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?");
    private static final Pattern PORT = Pattern.compile("0|[1-9]\\d{0,4}");
    private static final int MAX_NAME = 253;
    private static final Set<String> LOCALHOST = Set.of("127.0.0.1", "::1");

    /** @throws IllegalArgumentException if the host is neither an address nor a name, or the port is out of range */
    public HostPort {
        host = host.toLowerCase(Locale.ROOT);
        if (!isHost(host)) {
            throw new IllegalArgumentException("\"" + host + "\" is neither a host name nor an IP address");
        }
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is out of range (0 to 65535)");
        }
    }

    /**
     * Parses {@code host:port}, with an IPv6 address in brackets.
     *
     * @throws IllegalArgumentException if the text is anything else; the message says what is wrong with it
     */
    public static HostPort parse(String text) {
        if (text.contains("://")) {
            throw new IllegalArgumentException("\"" + text + "\" is a URL");
        }
        int colon = text.lastIndexOf(':');
        if (colon < 0 || text.endsWith("]")) {
            throw new IllegalArgumentException("\"" + text + "\" has no port");
        }
        String port = text.substring(colon + 1);
        if (!PORT.matcher(port).matches()) {
            throw new IllegalArgumentException("\"" + port + "\" is not a port");
        }
        return new HostPort(unbracketed(text.substring(0, colon)), Integer.parseInt(port));
    }

    /** Returns whether only this machine reaches the address: 127.0.0.0/8, {@code ::1} or {@code localhost}. */
    public boolean isLoopback() {
        return host.equals("localhost") || ip().filter(IpAddress::isLoopback).isPresent();
    }

    /** Returns whether this represents all addresses of the machine: {@code 0.0.0.0} or {@code ::}. */
    public boolean isWildcard() {
        return ip().filter(IpAddress::isWildcard).isPresent();
    }

    /** Returns whether the host is a name that needs a resolver: neither an IP address nor {@code localhost}. */
    public boolean needsResolver() {
        return ip().isEmpty() && !host.equals("localhost");
    }

    /**
     * Returns whether one process cannot listen on both addresses: they have the same port, and the same host or a wildcard
     * on either side.
     */
    public boolean overlaps(HostPort other) {
        return port == other.port && port != 0 && (isWildcard() || other.isWildcard() || sameHost(other));
    }

    /** Returns whether both have the same port and host, however an IP address is written. */
    public boolean isSameAs(HostPort other) {
        return port == other.port && sameHost(other);
    }

    /** Returns {@code host:port}, with an IPv6 address in brackets. */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    private boolean sameHost(HostPort other) {
        Optional<IpAddress> ip = ip();
        if (ip.isPresent() && other.ip().isPresent()) {
            return ip.equals(other.ip());
        }
        return host.equals(other.host) || isLocalhost(other) || other.isLocalhost(this);
    }

    /** Returns whether this is {@code localhost} and the other one of its addresses. */
    private boolean isLocalhost(HostPort other) {
        return host.equals("localhost") && LOCALHOST.contains(other.host);
    }

    private static String unbracketed(String host) {
        if (host.startsWith("[") && host.endsWith("]")) {
            String inner = host.substring(1, host.length() - 1);
            if (inner.indexOf(':') >= 0) {
                return inner;
            }
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("\"" + host + "\" is an IPv6 address without brackets");
        }
        return host;
    }

    private static boolean isHost(String host) {
        return IpAddress.parse(host).isPresent() || (host.indexOf(':') < 0 && isName(host));
    }

    /** Rejects names whose last label is a number, since some resolvers treat them as addresses. */
    private static boolean isName(String host) {
        String[] labels = host.split("\\.", -1);
        for (String label : labels) {
            if (!LABEL.matcher(label).matches()) {
                return false;
            }
        }
        return host.length() <= MAX_NAME && !labels[labels.length - 1].chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private Optional<IpAddress> ip() {
        return IpAddress.parse(host);
    }
}

package io.narrows.estimate.tcp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** An end of a connection: an address, IPv4 or IPv6, and a port. */
public record Endpoint(InetAddress address, int port) {
    private static final int IPV6_BYTES = 16;

    /** @param high the upper 64 bits of an IPv6 address, or of an IPv4 address that is mapped to IPv6 */
    static Endpoint of(long high, long low, int port) {
        try {
            byte[] address =
                    ByteBuffer.allocate(IPV6_BYTES).putLong(high).putLong(low).array();
            return new Endpoint(InetAddress.getByAddress(address), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + IPV6_BYTES + " bytes", e);
        }
    }

    /** Returns {@code 10.0.0.1:5432} or {@code [fd00:0:0:0:0:0:0:1]:5432}. */
    @Override
    public String toString() {
        String host = address.getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}

package io.narrows.proxy.discovery;

import io.narrows.config.HostPort;
import io.netty.util.NetUtil;
import java.net.InetAddress;

/** Link addresses in the one form in which all sources write them, so that equal addresses are equal texts. */
public final class LinkAddresses {
    private LinkAddresses() {}

    /** Returns the address in the shortest form of RFC 5952. */
    public static HostPort of(InetAddress address, int port) {
        return new HostPort(NetUtil.toAddressString(address), port);
    }
}

package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts between the addresses of sockets and those of configurations. */
final class HostPorts {
    private record OwnAddresses(Set<InetAddress> addresses, long readAt) {}

    private static volatile @Nullable OwnAddresses own;

    private HostPorts() {}

    /** Returns the address without its scope, in the shortest form of RFC 5952. */
    static HostPort of(InetSocketAddress address) {
        return new HostPort(NetUtil.toAddressString(address.getAddress()), address.getPort());
    }

    /** Returns whether an interface of this host has the address, as of at most a second ago. */
    static boolean isOfThisHost(InetAddress address) {
        OwnAddresses known = own;
        long now = System.nanoTime();
        if (known == null || now - known.readAt > TimeUnit.SECONDS.toNanos(1)) {
            known = new OwnAddresses(ofInterfaces(), now);
            own = known;
        }
        return known.addresses.contains(address);
    }

    private static Set<InetAddress> ofInterfaces() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .collect(Collectors.toSet());
        } catch (SocketException e) {
            return Set.of();
        }
    }
}

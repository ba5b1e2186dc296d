package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Converts between the addresses of sockets and those of configurations. */
final class HostPorts {
    private HostPorts() {}

    static HostPort of(InetSocketAddress address) {
        return new HostPort(withoutZone(address.getAddress().getHostAddress()), address.getPort());
    }

    /** Returns whether an interface of this host has the address. */
    static boolean isOfThisHost(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private static String withoutZone(String address) {
        int zone = address.indexOf('%');
        return zone < 0 ? address : address.substring(0, zone);
    }
}

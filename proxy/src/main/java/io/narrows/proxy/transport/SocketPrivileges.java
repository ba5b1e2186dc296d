package io.narrows.proxy.transport;

import io.narrows.config.TransportKind;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.IntegerUnixChannelOption;

/**
 * The privileges of this process for its sockets, determined by trying once: to bind addresses of other hosts
 * ({@code IP_TRANSPARENT}: CAP_NET_ADMIN or CAP_NET_RAW), and to mark packets ({@code SO_MARK}: CAP_NET_ADMIN, since Linux
 * 5.17 also CAP_NET_RAW). Neither is available with NIO.
 */
public final class SocketPrivileges {
    /** Linux's numbers of {@code SOL_SOCKET} and {@code SO_MARK}. */
    private static final IntegerUnixChannelOption SO_MARK = new IntegerUnixChannelOption("SO_MARK", 1, 36);

    /** Linux's numbers of {@code SOL_IP} and {@code IP_TRANSPARENT}; also applies to sockets of IPv6. */
    static final IntegerUnixChannelOption IP_TRANSPARENT = new IntegerUnixChannelOption("IP_TRANSPARENT", 0, 19);

    private final boolean marks;
    private final boolean foreignAddresses;

    private SocketPrivileges(boolean marks, boolean foreignAddresses) {
        this.marks = marks;
        this.foreignAddresses = foreignAddresses;
    }

    static SocketPrivileges of(Transport transport) {
        if (transport.kind() == TransportKind.NIO) {
            return new SocketPrivileges(false, false);
        }
        Channel probe = transport.socketFactory().newChannel();
        try {
            return new SocketPrivileges(permits(probe, SO_MARK, 0), permits(probe, IP_TRANSPARENT, 1));
        } finally {
            probe.unsafe().closeForcibly();
        }
    }

    private static boolean permits(Channel channel, ChannelOption<Integer> option, int value) {
        try {
            return channel.config().setOption(option, value);
        } catch (ChannelException e) {
            return false;
        }
    }

    /** Returns whether sockets may be bound to addresses of other hosts, and their packets marked. */
    public boolean mayKeepSource() {
        return marks && foreignAddresses;
    }

    /** Marks the packets of a channel that is not connected yet, if permitted. */
    public void mark(Channel channel, int mark) {
        if (marks) {
            channel.config().setOption(SO_MARK, mark);
        }
    }

    /** Permits a channel that is not bound yet to have an address of another host. */
    public static void allowForeignAddress(Channel channel) {
        channel.config().setOption(IP_TRANSPARENT, 1);
    }
}

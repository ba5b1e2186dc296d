package io.narrows.proxy.transport;

import io.narrows.config.Interception;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.unix.RawUnixChannelOption;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The address that a connection was made to before the kernel handed it to this process. Reading it takes one system call.
 *
 * <pre>
 *  sockaddr_in                      sockaddr_in6
 *  offset  bytes  field             offset  bytes  field
 *    0       2    family              0       2    family
 *    2       2    port, big endian    2       2    port, big endian
 *    4       4    address             4       4    flow information
 *    8       8    zeros               8      16    address
 *                                    24       4    scope
 * </pre>
 */
public final class OriginalDestination {
    /** Linux's numbers: {@code SOL_IP}, {@code SO_ORIGINAL_DST}. */
    private static final RawUnixChannelOption V4 = new RawUnixChannelOption("SO_ORIGINAL_DST", 0, 80, 16);

    /** Linux's numbers: {@code SOL_IPV6}, {@code IP6T_SO_ORIGINAL_DST}. */
    private static final RawUnixChannelOption V6 = new RawUnixChannelOption("IP6T_SO_ORIGINAL_DST", 41, 80, 28);

    private OriginalDestination() {}

    /**
     * Returns the address that an accepted connection was made to; empty if the kernel does not know it, which is so without
     * connection tracking and with NIO. A connection that was not handed over was made to the listening address.
     */
    public static Optional<InetSocketAddress> of(Channel accepted, Interception interception) {
        InetSocketAddress local = (InetSocketAddress) accepted.localAddress();
        if (local == null) {
            return Optional.empty(); // closed already
        }
        return switch (interception) {
            case TPROXY -> Optional.of(local);
            case REDIRECT -> redirected(accepted, local.getAddress() instanceof Inet6Address);
        };
    }

    private static Optional<InetSocketAddress> redirected(Channel accepted, boolean v6) {
        ByteBuffer found;
        try {
            found = accepted.config().getOption(v6 ? V6 : V4);
        } catch (ChannelException e) {
            return Optional.empty();
        }
        return found == null ? Optional.empty() : Optional.of(parse(found, v6));
    }

    static InetSocketAddress parse(ByteBuffer socketAddress, boolean v6) {
        byte[] address = new byte[v6 ? 16 : 4];
        socketAddress.get(v6 ? 8 : 4, address);
        try {
            return new InetSocketAddress(
                    InetAddress.getByAddress(address), Short.toUnsignedInt(socketAddress.getShort(2)));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // its length is right
        }
    }
}

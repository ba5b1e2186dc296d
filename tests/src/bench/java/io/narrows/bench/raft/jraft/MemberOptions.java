package io.narrows.bench.raft.jraft;

import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.util.Endpoint;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.util.function.Function;

/** Options of a member, with what its transport needs to know. */
final class MemberOptions extends NodeOptions {
    private final EventLoopGroup loops;
    private final Function<Endpoint, InetSocketAddress> addresses;

    /** @param addresses where a peer is dialled */
    MemberOptions(EventLoopGroup loops, Function<Endpoint, InetSocketAddress> addresses) {
        this.loops = loops;
        this.addresses = addresses;
    }

    EventLoopGroup loops() {
        return loops;
    }

    InetSocketAddress address(Endpoint peer) {
        return addresses.apply(peer);
    }
}

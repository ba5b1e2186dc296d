package io.narrows.bench.raft;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Addresses of the members, and a relay for each that dials another. One thread, {@code bench-relays}, carries all bytes. */
final class Network implements Closeable {
    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("bench-relays", true), NioIoHandler.newFactory());
    private final AtomicLong bytes = new AtomicLong();
    private final List<String> names;
    private final Map<String, InetSocketAddress> binds = new LinkedHashMap<>();
    private final Map<String, Map<String, Relay>> relays = new LinkedHashMap<>();

    Network(int members) throws IOException {
        names = IntStream.rangeClosed(1, members)
                .mapToObj(i -> "127.0.0.1:" + i)
                .toList();
        for (String name : names) {
            binds.put(name, free());
        }
        for (String from : names) {
            Map<String, Relay> dialled = new LinkedHashMap<>();
            for (String to : names) {
                if (!to.equals(from)) {
                    dialled.put(to, new Relay(binds.get(to), loop, bytes));
                }
            }
            relays.put(from, dialled);
        }
    }

    List<String> names() {
        return names;
    }

    InetSocketAddress bind(String name) {
        return binds.get(name);
    }

    Map<String, InetSocketAddress> dial(String from) {
        Map<String, InetSocketAddress> dial = new HashMap<>();
        dial.put(from, binds.get(from));
        relays.get(from).forEach((to, relay) -> dial.put(to, relay.address()));
        return dial;
    }

    /** Bytes that went through, in both directions. */
    long bytes() {
        return bytes.get();
    }

    /** All that a member sends or is sent. */
    void around(String member, Relay.Mode mode) {
        relays.forEach((from, dialled) -> dialled.forEach((to, relay) -> {
            if (from.equals(member) || to.equals(member)) {
                relay.mode(mode);
            }
        }));
    }

    void delayAll(long micros) {
        relays.values().forEach(dialled -> dialled.values().forEach(relay -> relay.delay(micros)));
    }

    @Override
    public void close() {
        relays.values().forEach(dialled -> dialled.values().forEach(Relay::close));
        loop.shutdownGracefully();
    }

    private static InetSocketAddress free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return new InetSocketAddress("127.0.0.1", socket.getLocalPort());
        }
    }
}

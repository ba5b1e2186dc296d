package io.narrows.proxy.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.StringJoiner;

/**
 * One connection to a name that may have several addresses: they are tried in the order of the name service, until one answers.
 * What is left of the time limit is shared evenly among those that are left, so that an address that swallows packets leaves time
 * for the next. Used on one event loop only.
 */
final class Dial {
    /** The most addresses of a name that are tried, so that each has time for an answer. */
    static final int MOST_ADDRESSES = 8;

    /** Begins to connect to one address. */
    interface Attempt {
        ChannelFuture connect(InetSocketAddress address, long timeoutMillis);
    }

    private final Deque<InetSocketAddress> left = new ArrayDeque<>();
    private final StringJoiner failures = new StringJoiner("; ");
    private final Attempt attempt;
    private final long endNanos;
    private final Promise<Channel> connected;

    private Dial(Collection<InetSocketAddress> addresses, Duration limit, Attempt attempt, Promise<Channel> connected) {
        addresses.stream().limit(MOST_ADDRESSES).forEach(left::add);
        this.attempt = attempt;
        this.endNanos = System.nanoTime() + limit.toNanos();
        this.connected = connected;
    }

    /**
     * Connects to one of the addresses.
     *
     * @param addresses one at least
     * @param limit for all of them together
     * @param connected fails with the reasons of all addresses when none of them answers
     */
    static void first(
            Collection<InetSocketAddress> addresses, Duration limit, Attempt attempt, Promise<Channel> connected) {
        new Dial(addresses, limit, attempt, connected).next();
    }

    /** As {@link #first}, of addresses that are still looked up. */
    static Future<Channel> first(
            Future<? extends Collection<InetSocketAddress>> lookUp, EventLoop loop, Duration limit, Attempt attempt) {
        Promise<Channel> connected = loop.newPromise();
        lookUp.addListener(done -> {
            if (lookUp.isSuccess()) {
                first(lookUp.getNow(), limit, attempt, connected);
            } else {
                connected.tryFailure(lookUp.cause());
            }
        });
        return connected;
    }

    private void next() {
        long remaining = Math.max(0, endNanos - System.nanoTime());
        long millis = Math.max(1, remaining / left.size() / 1_000_000);
        InetSocketAddress address = left.remove();
        try {
            ChannelFuture trying = attempt.connect(address, millis);
            trying.addListener(done -> {
                if (trying.isSuccess()) {
                    connected.setSuccess(trying.channel());
                } else {
                    failed(trying.cause());
                }
            });
        } catch (RuntimeException e) {
            connected.tryFailure(e);
        }
    }

    private void failed(Throwable cause) {
        failures.add(String.valueOf(cause.getMessage()));
        if (!left.isEmpty()) {
            next();
        } else if (failures.toString().equals(cause.getMessage())) {
            connected.setFailure(cause);
        } else {
            connected.setFailure(new IOException(failures.toString(), cause));
        }
    }
}

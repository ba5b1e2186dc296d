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
 * Connects to a name with one or more addresses, which are tried in the order of the name service until one accepts.
 * The remaining time is divided evenly among the remaining addresses, so that an unresponsive address leaves time for
 * the next. Used on one event loop only.
 */
final class Dial {
    /** Maximum number of addresses to try, so that each has time to answer. */
    static final int MOST_ADDRESSES = 8;

    /** Starts connecting to one address. */
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
     * Connects to the first address that accepts.
     *
     * @param addresses at least one address
     * @param limit time limit for all addresses together
     * @param connected fails with the reasons of all addresses if none of them accepts
     */
    static void first(
            Collection<InetSocketAddress> addresses, Duration limit, Attempt attempt, Promise<Channel> connected) {
        new Dial(addresses, limit, attempt, connected).next();
    }

    /** Like {@link #first}, for addresses whose lookup is pending. */
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
        failures.add(ErrorText.of(cause));
        if (!left.isEmpty()) {
            next();
        } else if (failures.toString().equals(cause.getMessage())) {
            connected.setFailure(cause);
        } else {
            connected.setFailure(new IOException(failures.toString(), cause));
        }
    }
}

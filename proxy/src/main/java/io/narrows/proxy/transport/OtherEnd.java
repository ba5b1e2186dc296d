package io.narrows.proxy.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.UnixChannel;
import java.time.Duration;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects a peer of a TCP connection that vanished without closing it, using the kernel alone: a live peer need not
 * send anything, and may leave received bytes unread for any time.
 *
 * <ul>
 *   <li>On an idle connection, by keep-alive: a probe after one liveness without a packet, then one every third of it. The
 *       third unanswered probe ends the connection, after two livenesses in total.
 *   <li>On a connection with bytes in flight, by {@link #look}: keep-alive is inactive then, and TCP itself would retry for
 *       15 minutes. Not available with NIO.
 * </ul>
 *
 * <p>Used on the channel's event loop only.
 */
public final class OtherEnd {
    /** State of the sent bytes according to the kernel. */
    public enum Answer {
        /** All bytes were acknowledged, or the state is unavailable. */
        DONE,
        /** Some bytes are unacknowledged, possibly for good reasons. */
        WAITING,
        /** Some bytes are unacknowledged after so much time and so many retries that the peer has vanished. */
        GONE
    }

    private static final Logger LOG = LoggerFactory.getLogger(OtherEnd.class);

    private static final int PROBES = 3;

    // Linux's numbers of IPPROTO_TCP and its options
    private static final ChannelOption<Integer> IDLE = new IntegerUnixChannelOption("TCP_KEEPIDLE", 6, 4);
    private static final ChannelOption<Integer> INTERVAL = new IntegerUnixChannelOption("TCP_KEEPINTVL", 6, 5);
    private static final ChannelOption<Integer> COUNT = new IntegerUnixChannelOption("TCP_KEEPCNT", 6, 6);
    private static final ChannelOption<Integer> RTO_MAX = new IntegerUnixChannelOption("TCP_RTO_MAX_MS", 6, 44);

    private static final ChannelOption<Integer> NIO_IDLE = NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE);
    private static final ChannelOption<Integer> NIO_INTERVAL =
            NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL);
    private static final ChannelOption<Integer> NIO_COUNT = NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT);

    private static final int MIN_RTO_MAX_MILLIS = 1_000;
    private static final int MAX_RTO_MAX_MILLIS = 120_000;

    private final Channel channel;
    private final Unanswered unanswered = new Unanswered();
    private Duration keptAlive = Duration.ZERO;
    private Duration limited = Duration.ZERO;

    public OtherEnd(Channel channel) {
        this.channel = channel;
    }

    /** Configures keep-alive so that an idle connection to a vanished peer fails after twice the liveness. */
    public void keepAlive(Duration liveness) {
        if (liveness.equals(keptAlive)) {
            return;
        }
        keptAlive = liveness;
        int idle = seconds(liveness);
        int interval = seconds(liveness.dividedBy(PROBES));
        if (channel instanceof UnixChannel) {
            set(IDLE, idle);
            set(INTERVAL, interval);
            set(COUNT, PROBES);
        } else if (channel instanceof NioSocketChannel) {
            set(NIO_IDLE, idle);
            set(NIO_INTERVAL, interval);
            set(NIO_COUNT, PROBES);
        }
    }

    /**
     * Makes the kernel retry at least every third of the liveness. By default it waits up to two minutes between the
     * probes of a window that has been closed for long. Has no effect before Linux 6.15.
     */
    public void limitBackoff(Duration liveness) {
        if (liveness.equals(limited)) {
            return;
        }
        limited = liveness;
        if (channel instanceof UnixChannel && LinuxVersion.RUNNING.isAtLeast(6, 15)) {
            long millis = liveness.dividedBy(PROBES).toMillis();
            set(RTO_MAX, (int) Math.min(MAX_RTO_MAX_MILLIS, Math.max(MIN_RTO_MAX_MILLIS, millis)));
        }
    }

    /**
     * Returns the state of sent bytes, with one system call. Call about once a second while bytes may be in flight.
     *
     * @param now time in nanoseconds with an arbitrary origin
     * @param liveness time without an answer after which the peer counts as vanished
     */
    public Answer look(Duration liveness, long now) {
        Optional<TcpInfo> info = TcpInfo.of(channel);
        if (info.isEmpty()) {
            return Answer.DONE;
        }
        if (unanswered.lastsFor(liveness, info.get(), now)) {
            return Answer.GONE;
        }
        return info.get().unacknowledgedSegments() == 0 && info.get().unsentBytes() == 0 ? Answer.DONE : Answer.WAITING;
    }

    /** Restarts the timer after this process was paused. */
    public void lookAnew() {
        unanswered.forget();
    }

    /** Sets an option, ignoring a socket that was closed in the meantime. */
    private void set(ChannelOption<Integer> option, int value) {
        try {
            channel.config().setOption(option, value);
        } catch (ChannelException e) {
            LOG.atDebug().addKeyValue("option", option).setCause(e).log("cannot set a socket option");
        }
    }

    /** Rounds up to seconds, since the kernel accepts no less than one second. */
    private static int seconds(Duration time) {
        return (int) time.plusMillis(999).toSeconds();
    }
}

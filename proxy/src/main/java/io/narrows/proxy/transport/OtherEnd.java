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
 * Finds that the other end of a TCP connection is gone without a word, by the kernel alone: the other end need not say
 * anything by itself, and may leave unread what it is sent for as long as it likes.
 *
 * <ul>
 *   <li>Of an idle connection, keep-alive finds it: a probe after one liveness without a packet, then one every third of it.
 *       The third that is not answered ends the connection, after two livenesses in all.
 *   <li>Of a connection with bytes under way, {@link #look} finds it. Keep-alive is silent then, and TCP itself would
 *       try for 15 minutes. Not with NIO.
 * </ul>
 *
 * <p>Used on the channel's event loop only.
 */
public final class OtherEnd {
    /** What the kernel knows about bytes that were sent. */
    public enum Answer {
        /** All were acknowledged, or the kernel cannot be asked. */
        DONE,
        /** Some were not, which may be for good reasons. */
        WAITING,
        /** Some were not, for so long and so often tried again that nobody is there. */
        GONE
    }

    private static final Logger LOG = LoggerFactory.getLogger(OtherEnd.class);

    private static final int PROBES = 3;

    // By the numbers of Linux: IPPROTO_TCP and its options.
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

    /** Tunes keep-alive so that an idle connection to an end that is gone fails after twice the liveness. */
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
     * Makes the kernel try again at least every third of the liveness. By default it waits for up to two minutes between the
     * probes of a window that has been shut for long. Before Linux 6.15 it stays at that.
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
     * Looks at bytes that were sent; one system call. To be called about once a second while there may be some.
     *
     * @param now by a clock in nanoseconds that only differences are taken of
     * @param liveness how long no answer may come before the other end counts as gone
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

    /** Begins anew after a while in which this process stood still, and nothing could be answered. */
    public void lookAnew() {
        unanswered.forget();
    }

    /** The socket may have been closed meanwhile, and then nothing needs to be set. */
    private void set(ChannelOption<Integer> option, int value) {
        try {
            channel.config().setOption(option, value);
        } catch (ChannelException e) {
            LOG.atDebug().addKeyValue("option", option).setCause(e).log("cannot set an option of a socket");
        }
    }

    /** Rounded up: the kernel takes no less than a second. */
    private static int seconds(Duration time) {
        return (int) time.plusMillis(999).toSeconds();
    }
}

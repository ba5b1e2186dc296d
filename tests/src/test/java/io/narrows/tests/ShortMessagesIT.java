package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.BilledPair;
import io.narrows.tests.support.IpCounter;
import io.narrows.tests.support.IpCounter.Bytes;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.ShortMessages;
import io.narrows.tests.support.ShortMessages.Kind;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.TlsTunnel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the IP bytes of 20-byte messages under mutual TLS with those of the same messages in a tunnel that does nothing
 * else. Bare acknowledgments are left out: their number is the kernel's choice, and differs between two runs of one tunnel.
 */
final class ShortMessagesIT {
    /** Messages after which a link has detected that they do not compress. */
    private static final int BEFORE = 700;

    private static final int MESSAGES = 2_000;

    /** The overhead of a TLS 1.3 record in bytes; each message is one record. */
    private static final int TLS_RECORD = 22;

    private static final String SENT = "direction=\"sent\"";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"{codec: zstd, level: 1}", "{codec: dense, level: 1}"})
    void linkTakesNoMoreThanATunnel(String rule) throws Exception {
        try (BilledPair pair = BilledPair.of(directory, LinkSecurity.TLS, rule, ShortMessages::serve)) {
            TlsTunnel tunnel = TlsTunnel.start(
                    directory.resolve("tunnel"), pair.nearHost(), pair.farHost(), BilledPair.TARGET_PORT);
            Supplier<Bytes> tunneled = counter(pair, TlsTunnel.TUNNEL_PORT);
            Supplier<Bytes> linked = counter(pair, SidecarConfig.LINK_PORT);
            SoftAssertions softly = new SoftAssertions();
            for (Kind kind : Kind.values()) {
                Bytes plain = carried(pair, kind, tunnel.entrance(), tunneled);
                double framesBefore = frameBytes(pair);
                Bytes narrows = carried(pair, kind, pair.entrance(), linked);
                double frames = frameBytes(pair) - framesBefore - (BEFORE + MESSAGES) * TLS_RECORD;

                softly.assertThat((double) narrows.sum() / plain.sum())
                        .as("%s: IP bytes by the link, %s, and by the tunnel, %s", kind, narrows, plain)
                        .isLessThanOrEqualTo(1.03);
                softly.assertThat(frames)
                        .as("%s: bytes of sent frames before TLS", kind)
                        .isLessThanOrEqualTo(rawFrames(BEFORE + MESSAGES));
            }
            softly.assertAll();
        }
    }

    /** Returns the supplier of the bytes sent and received by the near host, each counted on arrival. */
    private static Supplier<Bytes> counter(BilledPair pair, int port) {
        IpCounter atNear = IpCounter.ofPushed(pair.nearHost(), port);
        IpCounter atFar = IpCounter.ofPushed(pair.farHost(), port);
        return () -> new Bytes(atFar.read().received(), atNear.read().received());
    }

    /** Sends some unmeasured messages first, which open the connection and which a link learns from. */
    private static Bytes carried(BilledPair pair, Kind kind, InetSocketAddress through, Supplier<Bytes> counter)
            throws IOException {
        try (ShortMessages messages = ShortMessages.open(kind, through, pair.target())) {
            messages.send(BEFORE);
            Bytes before = BilledPair.still(counter);
            messages.send(MESSAGES);
            Bytes bytes = BilledPair.still(counter).since(before);

            assertThat(bytes.sum()).isGreaterThan(MESSAGES * (ShortMessages.LENGTH / 2L));
            return bytes;
        }
    }

    /** Returns the bytes of sent frames, without the overhead of TLS, which is counted as {@code control}. */
    private static double frameBytes(BilledPair pair) throws IOException {
        String sent = "direction=\"sent\"";
        String wire = "narrows_wire_bytes_total";
        return pair.near().metrics().sum(wire, sent) - pair.near().metrics().sum(wire, sent, "class=\"control\"");
    }

    /**
     * Returns the bytes of raw frames with one-byte headers, two bytes per 512, and the losses that a link may have before it
     * sends raw frames and in trials.
     */
    private static double rawFrames(int count) {
        double frames = count * (ShortMessages.LENGTH + 1.0);
        return frames * (1 + 2 / 512.0) + 800;
    }
}

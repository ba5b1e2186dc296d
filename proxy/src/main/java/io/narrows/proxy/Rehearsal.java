package io.narrows.proxy;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.AdminSettings;
import io.narrows.config.Capture;
import io.narrows.config.Compression;
import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.LinkSettings;
import io.narrows.config.ListenerCapture;
import io.narrows.config.Peer;
import io.narrows.config.Policy;
import io.narrows.config.Rule;
import io.narrows.config.TrafficClass;
import io.narrows.config.yaml.Place;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.transport.Transport;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries made-up traffic through the sidecar's own code before the database's comes, so that the JVM has compiled what
 * matters. At the rate of a replication it would take minutes to find that out, and slow every message until then.
 *
 * <p>Two relays on the sidecar's own event loops, on ports of the loopback address that the system chooses, talk to each
 * other with the codecs of the policy, over TLS where the sidecar has it. They count in meters of their own: nothing of
 * it is seen in the metrics but the processor time of the process.
 */
final class Rehearsal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
    private static final String TARGET = "rehearsal";
    private static final int EXCHANGES_PER_ROUND = 40;
    private static final int LARGEST_RECORD = 8 * 1024;
    private static final int TIMEOUT_MILLIS = 5_000;

    private final Config config;
    private final Codecs codecs;
    private final TlsContexts tls;
    private final Transport transport;
    private final Thread thread = new Thread(this::run, "narrows-rehearsal");
    private volatile boolean stopped;
    private volatile long exchanges;

    /** @param config says for how long, and with which codecs */
    Rehearsal(Config config, Codecs codecs, TlsContexts tls, Transport transport) {
        this.config = config;
        this.codecs = codecs;
        this.tls = tls;
        this.transport = transport;
        thread.setDaemon(true);
    }

    /** Begins, in a thread of its own. */
    void start() {
        thread.start();
    }

    /** Ends it, early if need be, and waits until it has let the event loops go. */
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join(TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Records that went to the far end and back so far. */
    long exchanges() {
        return exchanges;
    }

    private void run() {
        long start = System.nanoTime();
        try (ServerSocket echo = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread target = new Thread(() -> echo(echo), "narrows-rehearsal-target");
            target.setDaemon(true);
            target.start();
            rehearse(echo.getLocalPort(), start + config.link().warmUp().toNanos());
            LOG.atInfo()
                    .addKeyValue("millis", (System.nanoTime() - start) / 1_000_000)
                    .addKeyValue("exchanges", exchanges)
                    .log("warmed up");
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().addKeyValue("detail", e.getMessage()).log("warm-up ended early; traffic is not affected");
        }
    }

    private void rehearse(int echoPort, long end) throws IOException {
        LiveConfig far = new LiveConfig(stage(Map.of(TARGET, new HostPort("127.0.0.1", echoPort)), 1, List.of()));
        Relay farRelay = relay(far);
        try {
            Capture capture = new ListenerCapture(ANY_PORT, config.node().id(), TARGET, TrafficClass.REPLICATION);
            LiveConfig near = new LiveConfig(stage(Map.of(), farRelay.linkPort(), List.of(capture)));
            Relay nearRelay = relay(near);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), nearRelay.capturePort(capture))) {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(TIMEOUT_MILLIS);
                exchange(socket, end, near, far);
            } finally {
                nearRelay.drain();
            }
        } finally {
            farRelay.drain();
        }
    }

    private Relay relay(LiveConfig live) throws IOException {
        TrafficMeter traffic = new TrafficMeter(config.node().location(), config.tariff());
        return new Relay(live, codecs, traffic, new EventMeter(), new LatencyMeter(), tls, transport, "rehearsal");
    }

    /** Both ends are this node, as their certificate says. */
    private Config stage(Map<String, HostPort> targets, int peerPort, List<Capture> captures) {
        Peer self =
                new Peer(config.node().id(), config.node().location(), new HostPort("127.0.0.1", peerPort), Map.of());
        return new Config(
                config.node(),
                links(),
                targets,
                List.of(self),
                captures,
                List.of(),
                new Policy(List.of()),
                config.tariff(),
                AdminSettings.DEFAULT);
    }

    /** In the clear as far as these settings go, which {@link TlsContexts} decides; no link is made before it is needed. */
    private static LinkSettings links() {
        LinkSettings standard = LinkSettings.listening(ANY_PORT);
        return new LinkSettings(
                standard.listen(),
                standard.tls(),
                standard.plaintext(),
                standard.maxLinks(),
                0,
                standard.drain(),
                standard.transport(),
                standard.threads(),
                standard.contextMemory(),
                standard.warmUp());
    }

    /** Sends records of all sizes and waits for each; the codecs take turns. */
    private void exchange(Socket socket, long end, LiveConfig near, LiveConfig far) throws IOException {
        List<Policy> turns = turns();
        Random random = new Random(1);
        byte[] records = text(random);
        byte[] answer = new byte[LARGEST_RECORD];
        OutputStream out = socket.getOutputStream();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        for (int turn = 0; !stopped && System.nanoTime() < end; turn++) {
            Policy policy = turns.get(turn % turns.size());
            near.replace(near.current().withPolicy(policy));
            far.replace(far.current().withPolicy(policy));
            for (int i = 0; i < EXCHANGES_PER_ROUND; i++) {
                int size = 1 + random.nextInt(i % 4 == 0 ? LARGEST_RECORD : 300);
                out.write(records, random.nextInt(records.length - size), size);
                in.readFully(answer, 0, size);
            }
            exchanges = (turn + 1L) * EXCHANGES_PER_ROUND;
        }
    }

    private List<Policy> turns() {
        Stream<CodecSpec> specs = config.policy().rules().stream()
                .map(rule -> rule.compression().spec())
                .distinct();
        return Stream.concat(Stream.of(Compression.NONE.spec()), specs)
                .map(spec -> new Policy(List.of(new Rule(1, Place.of(TARGET), List.of(), Compression.of(spec)))))
                .toList();
    }

    /** Words that come again in another order, as in a log of writes. */
    private static byte[] text(Random random) {
        byte[] words = new byte[4096];
        random.nextBytes(words);
        byte[] text = new byte[8 * LARGEST_RECORD];
        for (int at = 0; at < text.length; at += 16) {
            System.arraycopy(words, random.nextInt(words.length - 16), text, at, 16);
        }
        return text;
    }

    private static void echo(ServerSocket listener) {
        try (Socket socket = listener.accept()) {
            socket.setTcpNoDelay(true);
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException e) {
            LOG.debug("rehearsal's target ended", e);
        }
    }
}

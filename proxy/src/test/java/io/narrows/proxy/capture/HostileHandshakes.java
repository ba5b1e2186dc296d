package io.narrows.proxy.capture;

import com.google.protobuf.ByteString;
import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.ListenerCapture;
import io.narrows.config.OriginatedTls;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.config.TransportKind;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.pool.LinkSource;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.memory.MemoryPool;
import io.narrows.proxy.meter.DeliveryMeter;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.PassedMeter;
import io.narrows.proxy.support.MySqlBytes;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sidecars without sockets between a hostile database and one that is not: node {@code a} ends the TLS of databases that dial,
 * node {@code b} begins TLS with one that answers. {@link HandshakeJudge} checks every end, which must leave nothing behind.
 */
final class HostileHandshakes implements AutoCloseable {
    /** A text that the databases exchange by TLS only. */
    static final String SECRET = "secret words";

    private static final byte[] WORDS = (SECRET + " of the database that dials").getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ANSWER = (SECRET + " of the one that answers").getBytes(StandardCharsets.US_ASCII);
    private static final HostPort TARGET = new HostPort("127.0.0.1", 9000);
    private static final HostPort UNDISTURBED_TARGET =
            new HostPort("127.0.0.1", 9001); // its sessions are not forgotten

    private static final String CONFIG_A = """
            version: 1
            node: {id: a, region: us-east-1, zone: z, host: h-a}
            link: {listen: 127.0.0.1:15000}
            targets: {tls: 127.0.0.1:9001, postgresql: 127.0.0.1:9002, mysql: 127.0.0.1:9003}
            peers:
              - id: b
                region: us-east-1
                zone: z
                host: h-b
                link: 127.0.0.1:15001
                addresses: {tls: b.example:9001, postgresql: b.example:9002, mysql: b.example:9003}
            capture:
              - {listen: 127.0.0.1:15010, peer: b, target: tls, class: replication, tls: {%1$s}}
              - {listen: 127.0.0.1:15011, peer: b, target: postgresql, class: replication, tls: {%1$s, starttls: postgresql}}
              - {listen: 127.0.0.1:15012, peer: b, target: mysql, class: replication, tls: {%1$s, starttls: mysql}}
            policy: [{codec: none}]
            """;

    private static final String CONFIG_B = """
            version: 1
            node: {id: b, region: us-east-1, zone: z, host: h-b}
            link: {listen: 127.0.0.1:15001}
            targets: {work: {address: "127.0.0.1:9000", peers: [a], tls: {%s}}}
            peers: [{id: a, region: us-east-1, zone: z, host: h-a, link: 127.0.0.1:15000, addresses: {work: a.example:9000}}]
            policy: [{codec: none}]
            """;

    private final CountingAllocator allocator = new CountingAllocator();
    private final SeriousLog log;
    private final Transport transport = new Transport(TransportKind.NIO, 1); // not used, as nothing is dialed
    private final HandshakeCertificates certificates;
    private final Map<Exchange, Integer> places = new EnumMap<>(Exchange.class);
    private final EventMeter eventsA = new EventMeter();
    private final EventMeter eventsB = new EventMeter();
    private final LinkEnvironment a;
    private final LinkEnvironment b;
    private final LinkedNodes nodes;
    private final LocalConnections captured;
    private final LocalConnections dialed;
    private final CaptureEnvironment captures;
    private final Targets targets;
    private final OriginatedTls originated;
    private @Nullable Link ready;
    private long heard;
    private boolean shookHands;
    private boolean databaseHeardAll;

    /** @param log with {@link #SECRET} */
    HostileHandshakes(HandshakeCertificates certificates, SeriousLog log) throws Exception {
        this.certificates = certificates;
        for (Exchange exchange : Exchange.values()) {
            places.put(exchange, certificates.newPlace());
        }
        this.log = log;
        a = LinkEnvironments.of(CONFIG_A.formatted(certificates.ofCapture()), eventsA, Runnable::run, () -> 1);
        b = LinkEnvironments.of(CONFIG_B.formatted(certificates.ofTarget()), eventsB, Runnable::run, () -> 1);
        nodes = new LinkedNodes(a, b);
        captured = new LocalConnections(a);
        dialed = new LocalConnections(b);
        Sockets sockets = new Sockets(transport);
        captures = new CaptureEnvironment(
                a,
                new OneLink(),
                new Fallbacks(
                        a.live(), sockets, LinkedNodes.plaintext(a), a.traffic().announced(), a.nanoClock()),
                captured,
                sockets,
                null,
                null,
                new DatabaseTls(DatabaseTls.load(a.live().current(), Instant.now())),
                new PassedMeter());
        Config config = b.live().current();
        originated = config.originatedTls().iterator().next();
        targets = new Targets(
                b,
                LinkedNodes.plaintext(b),
                sockets,
                dialed,
                null,
                new DatabaseTls(DatabaseTls.load(config, Instant.now())),
                new DeliveryMeter(),
                () -> false);
    }

    /** Hands out the link that is ready. */
    private final class OneLink implements LinkSource {
        @Override
        public @Nullable Link take(EventLoop loop, PeerId peer) {
            return ready;
        }

        @Override
        public Future<Link> dial(EventLoop loop, PeerId peer) {
            throw new AssertionError("the link was lost");
        }
    }

    CountingAllocator allocator() {
        return allocator;
    }

    /** Returns whether the handshake of the last database was completed. */
    boolean shookHands() {
        return shookHands;
    }

    /**
     * Lets both databases exchange their words, and end.
     *
     * @param way that disturbs nothing
     * @return the pieces that the database has sent
     * @throws AssertionError if they did not arrive whole
     */
    List<byte[]> carry(Meeting meeting, Interference way, RandomGenerator random) {
        List<byte[]> pieces = new ArrayList<>();
        HandshakeFate fate = meet(meeting, way, random, pieces);
        if (fate != HandshakeFate.CLEAN || !databaseHeardAll) {
            throw new AssertionError("not carried: " + meeting + ": " + fate);
        }
        return pieces;
    }

    /**
     * Lets a database talk to a sidecar, and disconnects.
     *
     * @param pieces the pieces that it has sent are added to it
     * @throws AssertionError if the end was not counted, left something behind, or was the sidecar's own fault
     */
    HandshakeFate meet(Meeting meeting, Interference way, RandomGenerator random, List<byte[]> pieces) {
        HandshakeFate fate = meeting.dials()
                ? dial(meeting.exchange(), way, random, pieces)
                : answer(meeting.exchange(), way, random, pieces);
        HandshakeJudge.expect("bytes of buffers", 0, allocator.live());
        HandshakeJudge.expect("connections", 0, captured.size() + dialed.size());
        for (LinkEnvironment node : List.of(a, b)) {
            for (MemoryPool pool : node.memory().pools()) {
                HandshakeJudge.expect(pool.purpose() + " bytes", 0, pool.usedBytes());
            }
            HandshakeJudge.expect("bytes of contexts", 0, node.contexts().usedBytes());
        }
        log.requireNone();
        return fate;
    }

    private HandshakeFate dial(Exchange exchange, Interference way, RandomGenerator random, List<byte[]> pieces) {
        HandshakeCounts counts = new HandshakeCounts(eventsA, eventsB);
        CarriedEnd[] opened = new CarriedEnd[1];
        ready = nodes.link(allocator, (link, open) -> {
            opened[0] = new CarriedEnd(
                    link, ANSWER, WORDS.length + (exchange == Exchange.MYSQL ? HandshakeJudge.REQUEST.length : 0));
            link.accept(opened[0], reached(open));
        });
        DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(allocator);
        channel.pipeline().addLast("capture", new AcceptedConnection(captures, capture(exchange)));
        register(channel);
        try (DatabaseEnd database =
                new DatabaseEnd(exchange, true, client(exchange, way, random), WORDS, ANSWER.length)) {
            boolean closedItself = talk(channel, database, way, random, pieces);
            requireHeard(ANSWER, database);
            Optional<HandshakeFate> failure = counts.failure();
            return opened[0] == null
                    ? HandshakeJudge.uncarried(failure, heard)
                    : HandshakeJudge.dialed(exchange, failure, opened[0], closedItself, WORDS);
        } finally {
            end(channel);
        }
    }

    private SslHandler client(Exchange exchange, Interference way, RandomGenerator random) {
        int place = places.get(exchange);
        return way.sparesSessions()
                ? certificates.undisturbedClient(place, random)
                : certificates.client(place, random);
    }

    private SslHandler server(Interference way, RandomGenerator random) {
        return way.sparesSessions() ? certificates.undisturbedServer() : certificates.server(random);
    }

    private void requireHeard(byte[] words, DatabaseEnd database) {
        byte[] content = database.heard();
        HandshakeJudge.requirePrefix("heard by the database", words, content);
        databaseHeardAll = content.length == words.length;
        shookHands = database.hasShakenHands();
    }

    private HandshakeFate answer(Exchange exchange, Interference way, RandomGenerator random, List<byte[]> pieces) {
        HandshakeCounts counts = new HandshakeCounts(eventsB, eventsA);
        DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(allocator);
        HostPort address = way.sparesSessions() ? UNDISTURBED_TARGET : TARGET;
        Link link = nodes.link(allocator, (asked, open) -> {
            register(channel);
            LocalConnections.resetUnlessClosedCleanly(channel);
            targets.join(asked, open, channel, Optional.of(TargetTls.of(originated, address, open.getTls())));
        });
        CarriedEnd carried = exchange == Exchange.MYSQL
                ? new CarriedEnd(link, new byte[0], 0, HandshakeJudge.REQUEST, WORDS)
                : new CarriedEnd(link, new byte[0], 0, WORDS);
        RequestedTls.Builder asked = RequestedTls.newBuilder().setStart(exchange.start());
        if (exchange == Exchange.TLS) {
            asked.setServerName(HandshakeCertificates.NAME).addAlpn("h2").addAlpn("x");
        }
        link.open(carried, "work", TrafficClass.REPLICATION, Optional.of(asked.build()));
        nodes.pump();
        try (DatabaseEnd database = new DatabaseEnd(exchange, false, server(way, random), ANSWER, WORDS.length)) {
            boolean closedItself = talk(channel, database, way, random, pieces);
            requireHeard(WORDS, database);
            return HandshakeJudge.answered(counts.failure(), carried, closedItself, ANSWER);
        } finally {
            end(channel);
        }
    }

    /** Exchanges bytes until both are silent, then ends the database's connection. Returns whether the sidecar has ended it before. */
    private boolean talk(
            DuplexEmbeddedChannel channel,
            DatabaseEnd database,
            Interference way,
            RandomGenerator random,
            List<byte[]> pieces) {
        heard = 0;
        Deque<byte[]> coming = new ArrayDeque<>();
        send(database.begin(), way, pieces, coming);
        boolean moved = true;
        while (moved) {
            byte[] piece = coming.poll();
            moved = piece != null;
            if (piece != null && channel.isOpen()) {
                way.reads(piece).forEach(read -> read(channel, read));
            }
            if (!moved || random.nextInt(4) > 0) { // otherwise more arrives before the other node has answered
                moved |= pump(channel);
            }
            moved |= listen(channel, database, way, pieces, coming);
        }
        boolean closedItself = !channel.isOpen();
        channel.peerEnds();
        while (pump(channel) | listen(channel, database, way, pieces, coming)) {}
        HandshakeJudge.expect("connections that are open after the end", 0, channel.isOpen() ? 1 : 0);
        channel.checkException();
        return closedItself;
    }

    private static void send(
            List<DatabaseEnd.Piece> said, Interference way, List<byte[]> pieces, Deque<byte[]> coming) {
        for (DatabaseEnd.Piece piece : said) {
            pieces.add(piece.bytes());
            coming.addAll(way.pass(piece));
        }
    }

    /** Reads as a socket does, into a buffer of the size of the largest read. */
    private void read(DuplexEmbeddedChannel channel, byte[] bytes) {
        for (int at = 0; at < bytes.length && channel.isOpen(); at += Transport.READ_SIZE) {
            int length = Math.min(Transport.READ_SIZE, bytes.length - at);
            ByteBuf read = allocator.directBuffer(Transport.READ_SIZE).writeBytes(bytes, at, length);
            channel.writeInbound(read);
            channel.runPendingTasks();
            heard += length;
        }
    }

    private boolean pump(DuplexEmbeddedChannel channel) {
        boolean[] moved = new boolean[1];
        LoopWork.run(channel, () -> moved[0] = nodes.pump());
        return moved[0];
    }

    private static boolean listen(
            DuplexEmbeddedChannel channel,
            DatabaseEnd database,
            Interference way,
            List<byte[]> pieces,
            Deque<byte[]> coming) {
        channel.runPendingTasks();
        boolean any = false;
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            byte[] bytes = ByteBufUtil.getBytes(out);
            out.release();
            if (new String(bytes, StandardCharsets.ISO_8859_1).contains(SECRET)) {
                throw new AssertionError("sent in clear text: " + ByteBufUtil.hexDump(bytes));
            }
            any |= bytes.length > 0;
            if (bytes.length > 0) {
                send(database.hear(bytes), way, pieces, coming);
            }
        }
        return any;
    }

    private void end(DuplexEmbeddedChannel channel) {
        nodes.close();
        if (channel.isRegistered() || channel.isOpen()) {
            channel.finishAndReleaseAll();
        }
        HandshakeJudge.expect("links", 0, nodes.open());
    }

    private static Reached reached(Open open) {
        return switch (open.getTls().getStart()) {
            case MYSQL -> new Reached("", ByteString.copyFrom(MySqlBytes.greeting(DatabaseEnd.FLAGS)));
            case POSTGRESQL -> Reached.PLAIN;
            default ->
                new Reached(
                        open.getTls().getAlpnCount() == 0 ? "" : open.getTls().getAlpn(0), ByteString.EMPTY);
        };
    }

    private ListenerCapture capture(Exchange exchange) {
        return (ListenerCapture) a.live().current().captures().stream()
                .filter(capture -> ((ListenerCapture) capture).target().value().equals(exchange.target()))
                .findFirst()
                .orElseThrow();
    }

    private static void register(DuplexEmbeddedChannel channel) {
        LoopWork.addTo(channel);
        try {
            channel.register();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        channel.freezeTime(); // however slow this machine is, no limit of time is reached
    }

    @Override
    public void close() {
        transport.close();
    }
}

package io.narrows.proxy.warmup;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.Compression;
import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.Policy;
import io.narrows.config.Rule;
import io.narrows.config.TargetName;
import io.narrows.config.yaml.Place;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.tls.LoopbackTls;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.transport.BoundSocket;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries synthetic traffic through the sidecar's own code before the database's traffic arrives, so that the JVM has
 * compiled the hot paths. At the rate of replication, the JVM would take minutes to compile them, and until then every message
 * would be slow.
 *
 * <p>Two relays on the sidecar's own event loops ({@link WarmUpRelays}) exchange traffic with the
 * codecs of the policy, and over TLS if the sidecar uses it; if it ends or begins the TLS of databases, half of the
 * connections are encrypted from end to end. They have their own meters, so the metrics show only the
 * processor time of the process. {@link CodecWarmUpTasks} run first. If real traffic arrives during the warm-up, it continues
 * at a fraction of its pace.
 */
public final class WarmUp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final HostPort ANY_PORT = WarmUpRoute.loopback(0);
    private static final TargetName TARGET = new TargetName("warm-up-relay");
    private static final TargetName TLS_TARGET = new TargetName("warm-up-relay-tls");

    /** Set while an archive of compiled code is made, which is to serve any configuration. */
    private static final String TRAINING = "narrows.training";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 20;
    private static final long TURN_NANOS = Duration.ofMillis(20).toNanos();

    /** Dense is written entirely in Java, and takes other code paths once its window is full. */
    private static final long JAVA_TURN_NANOS = Duration.ofMillis(300).toNanos();

    /**
     * The window of the warm-up; the code is the same for all windows. A turn of dense fills this window, which is large
     * enough for distances that take every branch.
     */
    private static final int WINDOW_LOG = 19;

    /** 1/{@value} of the time is spent on dense alone, in memory. */
    private static final int CODEC_PART = 4;

    /** During real traffic, the warm-up takes {@value} times as long. */
    private static final int GIVING_WAY = 4;

    private final Config config;
    private final Codecs codecs;
    private final MemoryLedger memory;
    private final TlsContexts tls;
    private final Transport transport;
    private final Sockets sockets;
    private final BooleanSupplier givesWay;
    private final Runnable ended;
    private final CodecWarmUpTasks warmUps;
    private final TrafficMeter traffic;
    private final LongAdder exchanges = new LongAdder();
    private final LongAdder encryptedExchanges = new LongAdder();
    private final Thread thread = new Thread(this::run, "narrows-warm-up");
    private final CountDownLatch stop = new CountDownLatch(1);
    private BooleanSupplier before = () -> true;

    /**
     * @param config supplies the duration and the codecs
     * @param givesWay returns whether there is real traffic
     * @param ended runs when the warm-up ends, even if early
     */
    public WarmUp(
            Config config,
            Codecs codecs,
            MemoryLedger memory,
            TlsContexts tls,
            Transport transport,
            BooleanSupplier givesWay,
            Runnable ended) {
        this.config = config;
        this.codecs = codecs;
        this.memory = memory;
        this.tls = tls;
        this.transport = transport;
        this.sockets = new Sockets(transport);
        this.givesWay = givesWay;
        this.ended = ended;
        this.warmUps = new CodecWarmUpTasks(codecs, specs(), givesWay, stop);
        this.traffic = new TrafficMeter(config.node().location(), config.tariff());
        thread.setDaemon(true);
    }

    /** Starts the warm-up in a separate thread. */
    public void start() {
        startAfter(() -> true);
    }

    /**
     * Starts once another task is done, but at most half a minute from now. Counts as running from now on.
     *
     * @param other returns whether the other task is done; called often
     */
    public void startAfter(BooleanSupplier other) {
        before = other;
        thread.start();
    }

    public boolean underWay() {
        return thread.isAlive();
    }

    /** Ends the warm-up, early if necessary, and waits until it no longer uses the event loops. */
    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the number of completed round trips in plain text so far, each of one record or of many at once. */
    public long exchanges() {
        return exchanges.sum();
    }

    /** Returns the number of those with the TLS of databases so far. */
    public long encryptedExchanges() {
        return encryptedExchanges.sum();
    }

    /** Returns the number of frames that codecs have processed in memory so far. */
    public long codecFrames() {
        return warmUps.frames();
    }

    /** Returns the codecs that have carried traffic so far. */
    public Set<Codec> codecs() {
        return traffic.cells().stream()
                .filter(cell -> cell.appBytes() > 0)
                .map(cell -> cell.labels().codec())
                .collect(Collectors.toSet());
    }

    private void run() {
        try {
            warmUp();
        } finally {
            ended.run();
        }
    }

    private void warmUp() {
        awaitOther();
        long start = System.nanoTime();
        long budget = config.warmUp().toNanos();
        long codecNanos = budget / CODEC_PART;
        try (BoundSocket target = new BoundSocket(sockets, "listen for the warm-up", ANY_PORT, WarmUpEcho::attach)) {
            warmUps.run(codecNanos);
            if (stop.getCount() == 0) {
                return;
            }
            carryTraffic(target.port(), budget - codecNanos);
            if (stop.getCount() == 0) {
                return;
            }
            collect();
            LOG.atInfo()
                    .addKeyValue("millis", (System.nanoTime() - start) / 1_000_000)
                    .addKeyValue("exchanges", exchanges() + encryptedExchanges())
                    .addKeyValue("codecFrames", codecFrames())
                    .log("warmed up");
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().addKeyValue("detail", e.getMessage()).log("warm-up ended early; traffic is not affected");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitOther() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!before.getAsBoolean()
                    && System.nanoTime() - end < 0
                    && !stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                // check again
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Collects garbage: the serial collector would not free the remaining contexts before the heap has grown to its limit. */
    private static void collect() {
        System.gc();
    }

    private void carryTraffic(int targetPort, long nanos) throws IOException, InterruptedException {
        if (!usesDatabaseTls()) {
            carryTraffic(List.of(WarmUpRoute.plain(TARGET, targetPort)), DatabaseTls.Loaded.NONE, nanos);
            return;
        }
        LoopbackTls databases = LoopbackTls.make(Instant.now());
        try (BoundSocket target = new BoundSocket(sockets, "listen for the warm-up", ANY_PORT, channel -> {
            channel.pipeline().addLast(databases.called(channel.alloc()));
            WarmUpEcho.attach(channel);
        })) {
            carryTraffic(
                    List.of(
                            WarmUpRoute.plain(TARGET, targetPort),
                            WarmUpRoute.encrypted(TLS_TARGET, target.port(), databases)),
                    databases.loaded(),
                    nanos);
        }
    }

    private boolean usesDatabaseTls() {
        return Boolean.getBoolean(TRAINING) || config.usesDatabaseTls();
    }

    private void carryTraffic(List<WarmUpRoute> routes, DatabaseTls.Loaded databases, long nanos)
            throws IOException, InterruptedException {
        try (WarmUpRelays relays =
                new WarmUpRelays(config, codecs, memory, tls, transport, traffic, routes, databases)) {
            exchange(routes, relays, nanos);
            relays.awaitEnd(stop, TIMEOUT);
        }
    }

    /** Keeps a connection per route and event loop busy with requests and answers; the codecs take turns. */
    private void exchange(List<WarmUpRoute> routes, WarmUpRelays relays, long nanos) throws InterruptedException {
        List<Future<Channel>> callers = new ArrayList<>();
        try {
            for (WarmUpRoute route : routes) {
                HostPort capture = relays.entrance(route);
                for (EventLoop loop : transport.loops()) {
                    callers.add(sockets.dial(loop, capture, TIMEOUT, channel -> attachCaller(channel, route)));
                }
            }
            takeTurns(relays, nanos);
        } finally {
            callers.forEach(WarmUp::closeWhenConnected);
        }
    }

    private static void closeWhenConnected(Future<Channel> caller) {
        caller.addListener(done -> {
            if (caller.isSuccess()) {
                caller.getNow().close();
            }
        });
    }

    private void attachCaller(Channel channel, WarmUpRoute route) {
        route.beginTls(channel);
        LongAdder count = route.tls().isPresent() ? encryptedExchanges : exchanges;
        WarmUpCaller.attach(channel, new WarmUpRecords(1 << WINDOW_LOG), count, givesWay);
    }

    private void takeTurns(WarmUpRelays relays, long nanos) throws InterruptedException {
        List<CodecSpec> specs = specs();
        long left = nanos;
        for (int turn = 0; left > 0; turn++) {
            CodecSpec spec = specs.get(turn % specs.size());
            relays.apply(policy(spec));
            long turnNanos = Math.min(spec.codec().isJava() ? JAVA_TURN_NANOS : TURN_NANOS, left);
            if (stop.await(givesWay.getAsBoolean() ? GIVING_WAY * turnNanos : turnNanos, TimeUnit.NANOSECONDS)) {
                return;
            }
            left -= turnNanos;
        }
    }

    private List<CodecSpec> specs() {
        Stream<CodecSpec> specs = config.policy().rules().stream()
                .map(Rule::compression)
                .flatMap(one -> one.auto() ? config.auto().candidates().stream() : Stream.of(one.spec()))
                .map(spec -> spec.withWindowLog(Math.min(spec.windowLog(), WINDOW_LOG)))
                .distinct();
        return Stream.concat(Stream.of(Compression.NONE.spec()), specs)
                .distinct()
                .toList();
    }

    private static Policy policy(CodecSpec spec) {
        return new Policy(List.of(new Rule(1, Place.of(TARGET.value()), List.of(), Compression.of(spec))));
    }
}

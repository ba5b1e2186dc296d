package io.narrows.node.api;

import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.netty.InternalNettyServerCredentials;
import io.grpc.netty.NettyServerBuilder;
import io.narrows.node.http.SharedPort;
import io.narrows.node.metrics.CallMeter;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.socket.SocketKind;
import io.narrows.node.thread.StoreThreads;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.ssl.SslContext;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Serves etcd's API, with etcd's message size and keep-alive limits, and {@link EtcdPages} over HTTP/1.1 on the same
 * port.
 *
 * <p>Network threads receive, check and propose requests and never block. {@link Workers} run the reads. A response is
 * sent by the thread that completes it.
 */
public final class ApiServer implements Closeable {
    /** etcd's allowance for the overhead around a request of the maximum size. */
    private static final int OVERHEAD_BYTES = 512 << 10;

    private static final long GRACE_SECONDS = 2;

    private final Server server;
    private final EventLoopGroup network;
    private final Workers workers;
    private final RequireLeader leaders;
    private final OpenCalls calls;
    private final Optional<ApiCertificates> certificates;
    private final ApiBackend backend;

    private ApiServer(
            Server server,
            EventLoopGroup network,
            Workers workers,
            RequireLeader leaders,
            OpenCalls calls,
            Optional<ApiCertificates> certificates,
            ApiBackend backend) {
        this.server = server;
        this.network = network;
        this.workers = workers;
        this.leaders = leaders;
        this.calls = calls;
        this.certificates = certificates;
        this.backend = backend;
    }

    /**
     * Starts serving.
     *
     * @throws IOException if an address cannot be bound or a TLS file cannot be used; the message names it
     */
    public static ApiServer start(ApiOptions options, ApiBackend backend) throws IOException {
        StoreThreads threads = StoreThreads.ofThisProcess();
        EventLoopGroup network = network(threads.network());
        Workers workers = new Workers(threads);
        RequireLeader leaders = new RequireLeader(backend.replica(), options.leaderPatience());
        OpenCalls calls = new OpenCalls();
        Optional<ApiCertificates> certificates = Optional.empty();
        try {
            if (options.tls().isPresent()) {
                certificates = Optional.of(new ApiCertificates(options.tls().get()));
            }
            Reader reader = new Reader(backend.replica());
            EtcdPages pages =
                    new EtcdPages(backend.keyspace(), backend.replica(), reader, workers, backend.metrics()::scrape);
            NettyServerBuilder builder = builder(options, network, credentials(certificates, pages))
                    .intercept(leaders)
                    .intercept(new LearnerCalls(backend.learnership()))
                    .intercept(calls)
                    .intercept(new CallMeter(backend.metrics().registry()));
            addServices(builder, options, backend, reader, workers);
            Server server = builder.build().start();
            certificates.ifPresent(ApiCertificates::watch);
            return new ApiServer(server, network, workers, leaders, calls, certificates, backend);
        } catch (IOException | RuntimeException e) {
            certificates.ifPresent(ApiCertificates::close);
            leaders.close();
            workers.close();
            network.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new IOException("cannot serve the API on " + options.listen() + ": " + e.getMessage(), e);
        }
    }

    private static EventLoopGroup network(int count) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory threads = work -> new Thread(work, "narrows-api-" + number.incrementAndGet());
        return new MultiThreadIoEventLoopGroup(count, threads, SocketKind.best().handlers());
    }

    private static ServerCredentials credentials(Optional<ApiCertificates> certificates, EtcdPages pages) {
        Optional<Supplier<SslContext>> tls = certificates.map(loaded -> loaded::context);
        return InternalNettyServerCredentials.create(new SharedPort(tls, pages));
    }

    private static NettyServerBuilder builder(
            ApiOptions options, EventLoopGroup network, ServerCredentials credentials) {
        List<InetSocketAddress> listen = options.listen();
        NettyServerBuilder builder = NettyServerBuilder.forAddress(listen.get(0), credentials);
        listen.stream().skip(1).forEach(builder::addListenAddress);
        return builder.bossEventLoopGroup(network)
                .workerEventLoopGroup(network)
                .channelType(SocketKind.best().server())
                .directExecutor()
                .maxInboundMessageSize(Proposals.MAX_BYTES + OVERHEAD_BYTES)
                .keepAliveTime(2, TimeUnit.HOURS)
                .keepAliveTimeout(20, TimeUnit.SECONDS)
                .permitKeepAliveTime(5, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(false);
    }

    private static void addServices(
            NettyServerBuilder builder, ApiOptions options, ApiBackend backend, Reader reader, Workers workers) {
        Keyspace keyspace = backend.keyspace();
        Replica replica = backend.replica();
        Headers headers = Headers.of(backend.cluster(), replica);
        Proposals proposals = new Proposals(replica, keyspace, backend.quota());
        TurnQueue turns = new TurnQueue(keyspace, reader, proposals, workers, backend.watches());
        builder.addService(new KvService(headers, keyspace, reader, proposals, workers))
                .addService(
                        new LeaseService(headers, keyspace, replica, reader, proposals, workers, options.minLeaseTtl()))
                .addService(new WatchService(headers, backend.watches(), backend.replica()))
                .addService(new MaintenanceService(
                        headers,
                        keyspace,
                        replica,
                        reader,
                        proposals,
                        workers,
                        backend.snapshots(),
                        backend.learnership()))
                .addService(new AuthService(headers, keyspace))
                .addService(new LockService(headers, turns))
                .addService(new ElectionService(headers, turns, backend.watches()))
                .addService(
                        new ClusterService(backend.cluster(), headers, keyspace, replica, reader, proposals, workers));
    }

    /** Returns the listen addresses, with the actual ports. */
    public List<SocketAddress> addresses() {
        return List.copyOf(server.getListenSockets());
    }

    /**
     * Ends the watches, including their {@link io.narrows.node.watch.WatchHub}, lets other requests finish for a
     * moment, and then fails the rest because the server has stopped. The keyspace is not read afterward.
     */
    @Override
    public void close() {
        server.shutdown();
        certificates.ifPresent(ApiCertificates::close);
        leaders.close();
        backend.watches().close();
        try {
            boolean done = server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
            calls.stop();
            if (!done && !server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
                server.shutdownNow().awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            calls.stop();
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        workers.close();
        network.shutdownGracefully(0, GRACE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}

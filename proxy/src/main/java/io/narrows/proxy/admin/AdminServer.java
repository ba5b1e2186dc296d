package io.narrows.proxy.admin;

import io.narrows.config.HostPort;
import io.narrows.proxy.transport.BoundSocket;
import io.narrows.proxy.transport.Sockets;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Serves the admin port. */
public final class AdminServer implements AutoCloseable {
    private static final int MAX_REQUEST_BYTES = 64 * 1024;
    private static final int IDLE_SECONDS = 60;
    private static final int MAX_WAITING_REQUESTS = 256;

    private final BoundSocket socket;
    private final ExecutorService executor;

    /** @throws IOException when the address cannot be listened on; the message names it */
    public AdminServer(Sockets sockets, HostPort address, AdminState state) throws IOException {
        List<Endpoint> endpoints = Endpoints.of(state);
        executor = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING_REQUESTS),
                work -> {
                    Thread thread = new Thread(work, "narrows-admin");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.AbortPolicy());
        socket = new BoundSocket(sockets, "serve the admin port", address, channel -> {
            channel.pipeline()
                    .addLast(new ReadTimeoutHandler(IDLE_SECONDS))
                    .addLast(new HttpServerCodec())
                    .addLast(new HttpObjectAggregator(MAX_REQUEST_BYTES))
                    .addLast(new AdminHandler(endpoints, executor));
            channel.config().setAutoRead(true);
        });
    }

    /** The port in use, also where the configuration left the choice to the system. */
    public int port() {
        return socket.port();
    }

    @Override
    public void close() {
        socket.close();
        executor.shutdownNow();
    }
}

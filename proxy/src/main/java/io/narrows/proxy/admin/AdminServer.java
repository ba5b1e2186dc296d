package io.narrows.proxy.admin;

import io.narrows.config.AdminSettings;
import io.narrows.proxy.history.History;
import io.narrows.proxy.transport.BoundSocket;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the admin port. */
public final class AdminServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    /** Size of a read, small so that few requests of a pipelining client are in memory. */
    static final int READ_BYTES = 1024;

    private static final int MAX_REQUEST_BYTES = 8 * 1024;
    private static final int IDLE_SECONDS = 60;
    private static final int MAX_WAITING_REQUESTS = 256;

    private final BoundSocket socket;
    private final ExecutorService executor;
    private final Future<?> sampling;

    /**
     * @param timer schedules the samples of the history, which the admin thread takes
     * @throws IOException if the address cannot be bound or the token cannot be read; the message names it
     */
    public AdminServer(Sockets sockets, AdminSettings settings, AdminState state, EventLoop timer) throws IOException {
        List<Endpoint> endpoints = Endpoints.of(state);
        AdminAccess access = new AdminAccess(settings.tokenFile());
        AdminConnections connections = new AdminConnections();
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
        socket = new BoundSocket(sockets, "serve the admin port", settings.listen(), channel -> {
            connections.add(channel);
            channel.config().setRecvByteBufAllocator(readSizes());
            channel.pipeline()
                    .addLast(new ReadTimeoutHandler(IDLE_SECONDS))
                    .addLast(new HttpServerCodec())
                    .addLast(new HttpObjectAggregator(MAX_REQUEST_BYTES))
                    .addLast(new AdminHandler(endpoints, state::config, executor, access, connections));
            channel.config().setAutoRead(true);
        });
        long period = History.PERIOD.toMillis();
        sampling = timer.scheduleAtFixedRate(() -> sample(state.history()), period, period, TimeUnit.MILLISECONDS);
    }

    private static FixedRecvByteBufAllocator readSizes() {
        FixedRecvByteBufAllocator sizes = new FixedRecvByteBufAllocator(READ_BYTES);
        sizes.maxMessagesPerRead(1);
        return sizes;
    }

    private void sample(History history) {
        try {
            executor.execute(history::sample);
        } catch (RejectedExecutionException e) {
            LOG.debug("too many requests are waiting; skipped a sample of the history");
        }
    }

    /** Returns the port in use, even if the system chose it. */
    public int port() {
        return socket.port();
    }

    @Override
    public void close() {
        sampling.cancel(false);
        socket.close();
        executor.shutdownNow();
    }
}

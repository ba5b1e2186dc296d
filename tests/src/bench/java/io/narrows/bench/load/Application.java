package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An application whose client dials a route's entrance and whose server listens at its exit, with a thread per concurrent
 * task. At its time limit its sockets are closed, so that tasks using them get an exception.
 */
final class Application implements Closeable {
    private static final int ACCEPT_LIMIT_MILLIS = 10_000;
    private static final int BACKLOG = 1024;

    private final Route route;
    private final ServerSocketChannel server;
    private final Deque<Closeable> open = new ArrayDeque<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    Application(Route route, Duration limit) throws IOException {
        this.route = route;
        this.server = ServerSocketChannel.open();
        open.push(server);
        server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        server.bind(route.exit(), BACKLOG);
        server.socket().setSoTimeout(ACCEPT_LIMIT_MILLIS);
        over.completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS).thenRun(this::closeSockets);
    }

    /**
     * Opens a connection through the tunnel.
     *
     * @throws IOException if it does not arrive at the exit within ten seconds
     */
    Connection connect() throws IOException {
        SocketChannel client = opened(SocketChannel.open(route.entrance()));
        try {
            Socket accepted = server.socket().accept();
            return new Connection(client, opened(accepted.getChannel()));
        } catch (SocketTimeoutException e) {
            throw new IOException("a connection to " + route.entrance() + " did not reach " + route.exit(), e);
        }
    }

    private SocketChannel opened(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        synchronized (open) {
            open.push(channel);
        }
        return channel;
    }

    /** Runs the task on a new thread. */
    <T> Future<T> start(String name, Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(task.call());
                    } catch (Exception e) {
                        result.completeExceptionally(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** Returns the result of a task, or throws the exception that ended it. */
    static <T> T await(Future<T> task) throws IOException {
        try {
            return task.get(1, TimeUnit.HOURS); // it ends by the application's time limit
        } catch (ExecutionException | CompletionException e) {
            throw new IOException(e.getCause().toString(), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("no end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void closeSockets() {
        synchronized (open) {
            for (Closeable socket : open) {
                try {
                    socket.close();
                } catch (IOException e) {
                    // It is closed either way.
                }
            }
        }
    }

    @Override
    public void close() {
        over.complete(null);
        closeSockets();
    }
}

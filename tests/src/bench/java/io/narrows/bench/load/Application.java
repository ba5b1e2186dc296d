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
import java.util.Optional;
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
    private final Optional<DatabaseTls> tls;
    private final Deque<Closeable> open = new ArrayDeque<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    Application(Route route, Duration limit) throws IOException {
        this.route = route;
        this.tls = route.tls().isPresent()
                ? Optional.of(new DatabaseTls(route.tls().get()))
                : Optional.empty();
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
        return new Connection(client, accept());
    }

    /**
     * Opens a connection through the tunnel, with TLS if the route has it.
     *
     * @throws IOException if it does not arrive at the exit within ten seconds
     */
    Session open() throws IOException {
        if (tls.isEmpty()) {
            Connection connection = connect();
            return new Session(connection.client(), connection.server());
        }
        SocketChannel dialed = opened(SocketChannel.open(route.entrance()));
        Future<TlsChannel> client = start("client-handshake", () -> clientHandshake(tls.get(), dialed));
        TlsChannel server;
        try {
            server = tls.get().server(accept());
        } catch (IOException e) {
            if (client.isDone()) {
                await(client); // if it failed, that is the cause
            }
            throw e;
        }
        return new Session(await(client), server);
    }

    private static TlsChannel clientHandshake(DatabaseTls tls, SocketChannel dialed) throws IOException {
        try {
            return tls.client(dialed);
        } catch (IOException | RuntimeException e) {
            dialed.close(); // the server does not wait any longer
            throw e;
        }
    }

    private SocketChannel accept() throws IOException {
        try {
            Socket accepted = server.socket().accept();
            return opened(accepted.getChannel());
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

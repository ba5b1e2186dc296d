package io.narrows.proxy.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A database that begins in plain text: it serves each connection by a script, on a thread of its own. */
public final class PlainServer implements AutoCloseable {
    /** Serves a connection, which is closed afterward. */
    @FunctionalInterface
    public interface Script {
        void serve(Socket connection) throws Exception;
    }

    private final ServerSocket server;
    private final CompletableFuture<Socket> first = new CompletableFuture<>();

    public PlainServer(Script script) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
    }

    /** @param server accepts the connections, and is closed with this */
    public PlainServer(ServerSocket server, Script script) {
        this.server = server;
        run("plain-server", () -> {
            while (!server.isClosed()) {
                Socket connection = server.accept();
                connection.setTcpNoDelay(true);
                first.complete(connection);
                run("plain-server-connection", () -> {
                    try (connection) {
                        script.serve(connection);
                    }
                });
            }
        });
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void run(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        // The client sees it, or the test is over.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Turns an accepted connection to TLS, with a certificate from the client. */
    public static SSLSocket secure(Socket connection, SSLContext context) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(connection, null, true);
        secured.setNeedClientAuth(true);
        return secured;
    }

    /** Returns the first accepted connection, once there is one. */
    public Socket first() {
        return first.join();
    }

    public int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}

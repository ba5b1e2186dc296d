package io.narrows.proxy.support;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A database that speaks TLS: it serves each connection by a script, on a thread of its own. */
public final class TlsServer implements AutoCloseable {
    /** Serves a connection, which is closed afterward. */
    @FunctionalInterface
    public interface Script {
        void serve(SSLSocket connection) throws Exception;
    }

    private final SSLServerSocket server;
    private final CompletableFuture<SSLSocket> first = new CompletableFuture<>();

    /** @param protocols the application protocols that it knows, its favorite first */
    public TlsServer(SSLContext context, Script script, String... protocols) throws IOException {
        server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(true);
        var parameters = server.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        server.setSSLParameters(parameters);
        Thread accepting = new Thread(
                () -> {
                    while (!server.isClosed()) {
                        try {
                            SSLSocket connection = (SSLSocket) server.accept();
                            first.complete(connection);
                            Thread serving = new Thread(() -> serve(connection, script), "tls-server-connection");
                            serving.setDaemon(true);
                            serving.start();
                        } catch (IOException e) {
                            first.completeExceptionally(e);
                        }
                    }
                },
                "tls-server");
        accepting.setDaemon(true);
        accepting.start();
    }

    private static void serve(SSLSocket connection, Script script) {
        try (connection) {
            script.serve(connection);
        } catch (Exception e) {
            // The client sees it.
        }
    }

    /** Returns the first accepted connection, once there is one. */
    public SSLSocket first() {
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

package io.narrows.node.api;

import io.grpc.netty.GrpcSslContexts;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.narrows.node.thread.DaemonThreads;
import io.narrows.node.thread.PeriodicTask;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509KeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's certificate and the client CAs, reloaded when their files change. New connections use the new
 * certificates; all files take effect together or not at all. Thread-safe.
 */
final class ApiCertificates implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiCertificates.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final ApiTls files;
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("narrows-api-certificates"));
    private volatile InForce inForce;
    private TlsContents used;
    private TlsContents seen;

    /** The reason of the last rejection, which is not repeated; empty after files that can be read. */
    private String rejected = "";

    /** The certificates of one set of files, ready for use. */
    private record InForce(X509KeyManager identity, SslContext context) {}

    /** @throws IOException if a file cannot be read or is invalid; the message names it */
    ApiCertificates(ApiTls files) throws IOException {
        this.files = files;
        this.used = TlsContents.read(files);
        this.seen = used;
        this.inForce = loaded(used.parsed(files));
    }

    /** Checks the files' contents once a second. */
    void watch() {
        new PeriodicTask(LOG, "cannot check the certificates for clients", this::look).schedule(executor, INTERVAL);
    }

    /** Returns the current certificate. */
    X509KeyManager identity() {
        return inForce.identity;
    }

    /** Returns the context for new connections. It has no ALPN, which the port configures. */
    SslContext context() {
        return inForce.context;
    }

    /**
     * Loads the files if they changed, are valid, and are no longer being written, i.e. did not change between two
     * consecutive checks. If they are invalid or missing, logs that once and keeps the current certificates.
     */
    synchronized void look() {
        try {
            TlsContents now = TlsContents.read(files);
            boolean quiet = now.equals(seen);
            rejected = "";
            seen = now;
            if (quiet && !now.equals(used)) {
                load(now);
                used = now; // not after an Error, e.g. without memory: the next check loads them again
            }
        } catch (IOException | RuntimeException e) {
            reject(e);
        }
    }

    private void load(TlsContents contents) {
        try {
            inForce = loaded(contents.parsed(files));
            LOG.atInfo().addKeyValue("certificate", files.certificate()).log("certificates for clients reloaded");
        } catch (IOException | RuntimeException e) {
            reject(e);
        }
    }

    private void reject(Exception reason) {
        String detail = String.valueOf(reason.getMessage());
        if (!detail.equals(rejected)) {
            LOG.atError()
                    .addKeyValue("detail", detail)
                    .log("certificates for clients rejected; keeping the previous ones");
        }
        rejected = detail;
    }

    /**
     * Makes a context of its own for each set of files: in the same context, clients could resume the sessions of
     * certificates that are no longer accepted.
     */
    private static InForce loaded(TlsContents.Parsed parsed) throws IOException {
        AdvancedTlsX509KeyManager identity = new AdvancedTlsX509KeyManager();
        identity.updateIdentityCredentials(parsed.chain(), parsed.key());
        SslContextBuilder builder = GrpcSslContexts.configure(SslContextBuilder.forServer(identity), SslProvider.JDK)
                .applicationProtocolConfig(ApplicationProtocolConfig.DISABLED);
        if (parsed.clientCa().length > 0) {
            builder.trustManager(parsed.clientCa()).clientAuth(ClientAuth.REQUIRE);
        }
        try {
            return new InForce(identity, builder.build());
        } catch (SSLException | IllegalArgumentException e) {
            throw new IOException("cannot use the TLS certificates: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}

package io.narrows.proxy;

import io.narrows.config.Config;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.tls.NodeCertificateException;
import io.narrows.proxy.tls.TlsContexts;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;

/**
 * The certificates of a configuration, read and checked but not in use yet.
 *
 * @param links those of TLS between sidecars
 * @param databases those of TLS with databases
 */
record LoadedCertificates(TlsContexts.Loaded links, DatabaseTls.Loaded databases) {
    /**
     * Reads the files.
     *
     * @throws NodeCertificateException if peers would refuse this node's certificate
     * @throws IOException if a file cannot be used for another reason
     */
    static LoadedCertificates of(Config config) throws IOException {
        Instant now = Clock.systemUTC().instant();
        TlsContexts.Loaded links = TlsContexts.load(
                config.link().tls(),
                config.node().id(),
                config.discovery().allowedNames(),
                config.isListedByPeers(),
                now);
        return new LoadedCertificates(links, DatabaseTls.load(config, now));
    }
}

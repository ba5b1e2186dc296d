package io.narrows.cli.check;

import io.narrows.config.Config;
import io.narrows.proxy.tls.CertificateFault;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.tls.NodeCertificate;
import io.narrows.proxy.tls.NodeCertificateException;
import io.narrows.proxy.tls.TlsContexts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks the certificates that a configuration names: those of links and of databases with the sidecar's startup checks, and
 * the store's.
 */
final class CertificateCheck {
    private CertificateCheck() {}

    /** Returns the faults at a given time; empty if all certificates are usable. */
    static List<CertificateFault> faults(Config config, Instant now) {
        List<CertificateFault> faults = new ArrayList<>();
        config.link().tls().ifPresent(files -> faults.addAll(ofLinks(config, files.cert(), now)));
        config.store()
                .flatMap(store -> store.clients().tls())
                .ifPresent(files -> faults.addAll(ofServer(files.cert(), files.key(), now)));
        faults.addAll(ofDatabases(config, now));
        return faults;
    }

    private static List<CertificateFault> ofDatabases(Config config, Instant now) {
        try {
            DatabaseTls.load(config, now);
            return List.of();
        } catch (NodeCertificateException e) {
            return e.faults();
        } catch (IOException e) {
            return List.of(new CertificateFault(
                    config.certificateFiles().iterator().next(), CertificateFault.Kind.UNREADABLE, e.getMessage()));
        }
    }

    private static List<CertificateFault> ofLinks(Config config, Path certificate, Instant now) {
        try {
            TlsContexts.load(
                    config.link().tls(),
                    config.node().id(),
                    config.discovery().allowedNames(),
                    config.isListedByPeers(),
                    now);
            return List.of();
        } catch (NodeCertificateException e) {
            return e.faults();
        } catch (IOException e) {
            return List.of(new CertificateFault(certificate, CertificateFault.Kind.UNREADABLE, e.getMessage()));
        }
    }

    private static List<CertificateFault> ofServer(Path certificate, Path key, Instant now) {
        try {
            return NodeCertificate.read(certificate, key).faultsOfServer(now);
        } catch (NodeCertificateException e) {
            return e.faults();
        }
    }
}

package io.narrows.proxy.tls;

import io.narrows.config.CertificateFiles;
import io.narrows.config.ClientCertificate;
import io.narrows.config.OriginatedTls;
import io.narrows.config.TerminatedTls;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Mutual TLS of a database with itself, over loopback, for warming up. Both databases and both sidecars show one certificate,
 * which is made for this purpose and exists in memory only.
 */
public final class LoopbackTls {
    /** The address for which the certificate is valid. */
    public static final String ADDRESS = "127.0.0.1";

    private static final X500Name SUBJECT = new X500Name("CN=narrows-warm-up");
    private static final Duration VALIDITY = Duration.ofDays(1);

    /** Stands for the files that other certificates come from; never opened. */
    private static final Path NO_FILE = Path.of("warm-up");

    private static final int ANY_PORT = -1;
    private static final CertificateFiles NO_FILES = new CertificateFiles(NO_FILE, NO_FILE);

    private final TerminatedTls terminated = new TerminatedTls(
            NO_FILES, false, Optional.of(NO_FILE), ClientCertificate.REQUIRED, Optional.empty(), true);
    private final OriginatedTls originated = new OriginatedTls(Optional.of(NO_FILES), NO_FILE, Optional.empty(), true);
    private final SslContext server;
    private final SslContext client;

    private LoopbackTls(KeyPair pair, X509Certificate certificate) throws IOException {
        List<X509Certificate> chain = List.of(certificate);
        this.server = DatabaseTls.server(pair.getPrivate(), chain, terminated, chain);
        this.client = DatabaseTls.client(originated, Optional.of(pair.getPrivate()), chain, chain);
    }

    /** @throws IOException if the JDK cannot make the certificate */
    public static LoopbackTls make(Instant now) throws IOException {
        try {
            KeyPair pair = EcKeys.generate();
            return new LoopbackTls(pair, certificate(pair, now));
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IOException("cannot make a certificate: " + e, e);
        }
    }

    private static X509Certificate certificate(KeyPair pair, Instant now)
            throws GeneralSecurityException, OperatorCreationException, IOException {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                SUBJECT,
                BigInteger.ONE,
                Date.from(now.minus(VALIDITY)),
                Date.from(now.plus(VALIDITY)),
                SUBJECT,
                pair.getPublic());
        builder.addExtension(
                Extension.subjectAlternativeName,
                false,
                new GeneralNames(new GeneralName(GeneralName.iPAddress, ADDRESS)));
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
    }

    /** Returns the TLS of a capture, as in a configuration. */
    public TerminatedTls terminated() {
        return terminated;
    }

    /** Returns the TLS of a target, as in a configuration. */
    public OriginatedTls originated() {
        return originated;
    }

    /** Returns the contexts of such a capture and of such a target. */
    public DatabaseTls.Loaded loaded() {
        return DatabaseTls.Loaded.of(terminated, server, originated, client);
    }

    /** Returns the handler of a database that connects to a capture. */
    public SslHandler caller(ByteBufAllocator allocator) {
        return HeapRecords.collectedBy(client.newHandler(allocator, ADDRESS, ANY_PORT));
    }

    /** Returns the handler of a database that a target leads to. */
    public SslHandler called(ByteBufAllocator allocator) {
        return HeapRecords.collectedBy(server.newHandler(allocator));
    }
}

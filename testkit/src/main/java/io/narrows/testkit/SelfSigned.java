package io.narrows.testkit;

import io.narrows.testkit.CertificateTemplate.Created;
import java.nio.file.Path;
import java.time.Instant;

/** A self-signed certificate of a node, in the files for {@code link.tls}. */
public record SelfSigned(Path cert, Path key, Instant end) {
    /** Returns a certificate for {@code DNS:} and the node's id, valid for that many days from now. */
    public static SelfSigned of(String id, int days, Path folder) throws Exception {
        return of(new CertificateTemplate(id).dns(id).days(days), folder);
    }

    /** Returns a certificate for {@code localhost}, valid for two days. */
    public static SelfSigned localhost(String id, Path folder) throws Exception {
        return of(new CertificateTemplate(id).dns("localhost").days(2), folder);
    }

    /** Creates a certificate; its subject is the name of the files. */
    public static SelfSigned of(CertificateTemplate template, Path folder) throws Exception {
        Created created = template.selfSigned();
        return new SelfSigned(
                created.writeCertificate(folder, template.subject()),
                created.writeKey(folder, template.subject()),
                created.certificate().getNotAfter().toInstant());
    }

    /** Returns the YAML of a node's {@code link} that trusts the certificates in a file. */
    public String tls(Path ca) {
        return "tls: {cert: '%s', key: '%s', ca: '%s'}".formatted(cert, key, ca);
    }
}

package io.narrows.proxy.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The nodes that a certificate names, in its subject alternative names. */
public final class CertificateNames {
    /** Prefix of URI names; the rest is the node id. */
    public static final String SPIFFE_PREFIX = "spiffe://narrows/";

    private static final int DNS_NAME = 2;
    private static final int URI_NAME = 6;
    private static final int IP_ADDRESS = 7;

    private CertificateNames() {}

    /** Returns the DNS names and the URIs of a certificate. */
    public static List<String> all(X509Certificate certificate) {
        return alternatives(certificate).stream()
                .filter(alternative -> alternative.get(0).equals(DNS_NAME)
                        || alternative.get(0).equals(URI_NAME))
                .map(alternative -> (String) alternative.get(1))
                .toList();
    }

    /** Returns the DNS names, the URIs and the addresses of a certificate. */
    static List<String> hosts(X509Certificate certificate) {
        return alternatives(certificate).stream()
                .filter(alternative -> alternative.get(0).equals(DNS_NAME)
                        || alternative.get(0).equals(URI_NAME)
                        || alternative.get(0).equals(IP_ADDRESS))
                .map(alternative -> (String) alternative.get(1))
                .toList();
    }

    /** Returns the node ids: each DNS name, and the rest of each URI that begins with {@value #SPIFFE_PREFIX}. */
    public static List<String> of(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        for (List<?> alternative : alternatives(certificate)) {
            int type = (Integer) alternative.get(0);
            if (type == DNS_NAME) {
                names.add((String) alternative.get(1));
            } else if (type == URI_NAME && ((String) alternative.get(1)).startsWith(SPIFFE_PREFIX)) {
                names.add(((String) alternative.get(1)).substring(SPIFFE_PREFIX.length()));
            }
        }
        return names;
    }

    private static Collection<List<?>> alternatives(X509Certificate certificate) {
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            return alternatives == null ? List.of() : alternatives;
        } catch (CertificateParsingException e) {
            return List.of();
        }
    }
}

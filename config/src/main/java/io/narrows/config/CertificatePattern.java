package io.narrows.config;

import java.util.Collection;
import java.util.Optional;

/**
 * The form of a name in a node's certificate, such as {@code spiffe://example/db/{id}} or {@code {id}.db.svc}.
 *
 * @param text a URI or a DNS name with {@code {id}} in it once
 */
public record CertificatePattern(String text) {
    static final String PLACEHOLDER = "{id}";

    /** @throws IllegalArgumentException if the text does not contain the placeholder exactly once */
    public CertificatePattern {
        int at = text.indexOf(PLACEHOLDER);
        if (at < 0 || text.indexOf(PLACEHOLDER, at + 1) >= 0) {
            throw new IllegalArgumentException("\"" + text + "\" does not contain {id} exactly once");
        }
    }

    /** Parses a pattern; empty if the text is not one. */
    static Optional<CertificatePattern> parse(String text) {
        try {
            return Optional.of(new CertificatePattern(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the name that the certificate of a node must have. */
    public String nameOf(PeerId id) {
        return text.replace(PLACEHOLDER, id.value());
    }

    /** Returns whether a certificate with these names, DNS names and URIs, is that of the node. */
    public boolean admits(PeerId id, Collection<String> names) {
        String expected = nameOf(id);
        boolean uri = expected.contains("://");
        return names.stream().anyMatch(name -> uri ? name.equals(expected) : name.equalsIgnoreCase(expected));
    }

    @Override
    public String toString() {
        return text;
    }
}

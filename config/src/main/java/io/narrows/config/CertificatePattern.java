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

    /**
     * Returns whether a certificate with these names, DNS names and URIs, is that of the node. The id must be the same to the
     * letter; the rest of a DNS name may differ in case.
     */
    public boolean admits(PeerId id, Collection<String> names) {
        return names.stream().anyMatch(name -> text.contains("://") ? name.equals(nameOf(id)) : isDnsName(name, id));
    }

    private boolean isDnsName(String name, PeerId id) {
        int at = text.indexOf(PLACEHOLDER);
        String before = text.substring(0, at);
        String after = text.substring(at + PLACEHOLDER.length());
        return name.length() == before.length() + id.value().length() + after.length()
                && name.regionMatches(true, 0, before, 0, before.length())
                && name.startsWith(id.value(), before.length())
                && name.regionMatches(true, name.length() - after.length(), after, 0, after.length());
    }

    @Override
    public String toString() {
        return text;
    }
}

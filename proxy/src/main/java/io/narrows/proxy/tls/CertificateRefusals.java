package io.narrows.proxy.tls;

import io.narrows.proxy.tls.CertificateFault.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts reloads that were refused because of the node's certificate, by kind of fault. Thread-safe. */
public final class CertificateRefusals {
    private final Map<Kind, LongAdder> counts = new EnumMap<>(Kind.class);

    public CertificateRefusals() {
        for (Kind kind : Kind.values()) {
            counts.put(kind, new LongAdder());
        }
    }

    /** Counts each kind of fault once. */
    public void add(NodeCertificateException refusal) {
        refusal.faults().stream().map(CertificateFault::kind).collect(Collectors.toSet()).stream()
                .map(counts::get)
                .forEach(LongAdder::increment);
    }

    long count(Kind kind) {
        return Objects.requireNonNull(counts.get(kind)).sum();
    }
}

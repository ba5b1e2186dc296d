package io.narrows.proxy.tls;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown if the files of a certificate cannot be used; contains all of their faults. */
public final class NodeCertificateException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient List<CertificateFault> faults;

    NodeCertificateException(List<CertificateFault> faults) {
        super(faults.stream().map(CertificateFault::toString).collect(Collectors.joining("; ")));
        this.faults = List.copyOf(faults);
    }

    NodeCertificateException(CertificateFault fault) {
        this(List.of(fault));
    }

    public List<CertificateFault> faults() {
        return faults;
    }
}

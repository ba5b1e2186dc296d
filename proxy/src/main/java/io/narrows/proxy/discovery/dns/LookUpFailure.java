package io.narrows.proxy.discovery.dns;

import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.dns.DnsErrorCauseException;
import io.netty.resolver.dns.DnsNameResolver;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** A question without records. The message is the reason only. */
final class LookUpFailure extends Exception {
    private final boolean absent;

    private LookUpFailure(String reason, boolean absent, Throwable cause) {
        super(reason, cause);
        this.absent = absent;
    }

    /** @param failure of Netty's resolver, which keeps the servers' answer as a cause */
    static LookUpFailure of(Throwable failure) {
        DnsResponseCode code = code(failure);
        if (code != null) {
            String name = code.toString().replaceFirst("\\(\\d+\\)$", "");
            return new LookUpFailure(name, code.equals(DnsResponseCode.NXDOMAIN), failure);
        }
        if (isWithoutAnswer(failure)) {
            return new LookUpFailure("the DNS servers do not answer", false, failure);
        }
        boolean absent = failure instanceof UnknownHostException;
        return new LookUpFailure(absent ? "no such record" : failure.toString(), absent, failure);
    }

    private static @Nullable DnsResponseCode code(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof DnsErrorCauseException error) {
                return error.getCode();
            }
        }
        return null;
    }

    private static boolean isWithoutAnswer(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (DnsNameResolver.isTransportOrTimeoutError(cause)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a server answered that there are no such records. */
    boolean isAbsent() {
        return absent;
    }
}

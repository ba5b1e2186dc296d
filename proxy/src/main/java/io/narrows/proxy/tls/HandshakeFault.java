package io.narrows.proxy.tls;

import io.netty.handler.ssl.NotSslRecordException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import org.jspecify.annotations.Nullable;

/** Describes why TLS with a database failed. */
public final class HandshakeFault {
    private static final String ALERT = "Received fatal alert: ";
    private static final String UNKNOWN_CA = "unknown_ca";

    /** A record of an alert's two bytes in TLS 1.3, where the JDK expects an encrypted one. */
    private static final String PLAIN_ALERT = "Insufficient buffer remaining for AEAD cipher fragment (2)";

    private HandshakeFault() {}

    /** Returns the reason, as part of a sentence about the other end of the connection, the database. */
    public static String of(Throwable failure) {
        Throwable root = root(failure);
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        if (root instanceof CertificateExpiredException) {
            return "its certificate has expired (" + message + ")";
        }
        if (root instanceof CertificateNotYetValidException) {
            return "its certificate is not valid yet (" + message + ")";
        }
        if (message.equals(ALERT + UNKNOWN_CA)) {
            return "it does not trust the authority of this side's certificate (alert " + UNKNOWN_CA + ")";
        }
        if (message.startsWith(PLAIN_ALERT)) {
            return "it refused this side's certificate, in plain text, as OpenSSL does if it does not trust it";
        }
        if (message.startsWith(ALERT)) {
            return "it refused this side's certificate or parameters with the alert "
                    + message.substring(ALERT.length());
        }
        if (message.contains("unable to find valid certification path")) {
            return "none of the authorities in ca has signed its certificate";
        }
        if (message.contains("Empty client certificate chain")) {
            return "it showed no certificate";
        }
        if (root instanceof NotSslRecordException) {
            return "it sent bytes that are not TLS"; // the message has the bytes, which may be a password
        }
        if (root instanceof ClosedChannelException) {
            return "it closed the connection during the handshake";
        }
        if (root instanceof RuntimeException) {
            return "it sent a message that TLS in this JVM cannot process ("
                    + root.getClass().getSimpleName() + ")";
        }
        return message;
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return root;
    }
}

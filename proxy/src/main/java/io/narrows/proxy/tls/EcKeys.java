package io.narrows.proxy.tls;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;

/** Keys of certificates that a sidecar makes itself: on the curve P-256, which every client with TLS 1.2 knows. */
final class EcKeys {
    private EcKeys() {}

    /** @throws GeneralSecurityException if the JDK lacks the curve */
    static KeyPair generate() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }
}

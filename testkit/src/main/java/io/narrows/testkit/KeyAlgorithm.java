package io.narrows.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.DefaultSignatureAlgorithmIdentifierFinder;

/** The algorithm of a certificate's key, which also determines that of the signatures made with it. */
public enum KeyAlgorithm {
    EC("EC", 256, "SHA256withECDSA"),
    RSA("RSA", 2048, "SHA256withRSA"),
    ED25519("Ed25519", 255, "Ed25519"),
    RSASSA_PSS("RSASSA-PSS", 2048, "RSASSA-PSS");

    private static final PSSParameterSpec PSS =
            new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, PSSParameterSpec.TRAILER_FIELD_BC);

    private final String jdkName;
    private final int bits;
    private final String signatureName;

    KeyAlgorithm(String jdkName, int bits, String signatureName) {
        this.jdkName = jdkName;
        this.bits = bits;
        this.signatureName = signatureName;
    }

    /** Returns the JDK's name of the algorithm. */
    String jdkName() {
        return jdkName;
    }

    /** Returns the usual length of a key. */
    int bits() {
        return bits;
    }

    /** Returns a signer for one certificate. Bouncy Castle's own does not find the JDK's RSASSA-PSS. */
    ContentSigner signer(PrivateKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(signatureName);
        if (this == RSASSA_PSS) {
            signature.setParameter(PSS);
        }
        signature.initSign(key);
        AlgorithmIdentifier identifier = identifier(signature);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        return new ContentSigner() {
            @Override
            public AlgorithmIdentifier getAlgorithmIdentifier() {
                return identifier;
            }

            @Override
            public OutputStream getOutputStream() {
                return content;
            }

            @Override
            public byte[] getSignature() {
                try {
                    signature.update(content.toByteArray());
                    return signature.sign();
                } catch (GeneralSecurityException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private AlgorithmIdentifier identifier(Signature signature) throws GeneralSecurityException {
        if (this != RSASSA_PSS) {
            return new DefaultSignatureAlgorithmIdentifierFinder().find(signatureName);
        }
        try {
            return new AlgorithmIdentifier(
                    PKCSObjectIdentifiers.id_RSASSA_PSS,
                    ASN1Primitive.fromByteArray(signature.getParameters().getEncoded()));
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }
}

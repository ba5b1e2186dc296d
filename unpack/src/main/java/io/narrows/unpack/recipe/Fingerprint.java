package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The SHA-256 of what a recipe makes of fixed vectors, abbreviated: encoders that differ have different ones. */
final class Fingerprint {
    /** Digits that remain of the SHA-256: 64 bits, as ids need no protection against forgery. */
    private static final int DIGITS = 16;

    private Fingerprint() {}

    /** @param vectors the contents of {@link FingerprintVectors} */
    static String of(Recipe recipe, List<byte[]> vectors) {
        MessageDigest sha256 = sha256();
        Workspace workspace = new Workspace(WorkspaceMemory.UNLIMITED);
        try {
            for (byte[] vector : vectors) {
                ByteBuffer plain =
                        workspace.plain().cleared(vector.length).put(vector).flip();
                ByteBuffer output = workspace.output().cleared(recipe.bound(vector.length));
                int length = recipe.encode(plain, Recipe.NO_SETTINGS, output, null, workspace);
                sha256.update(output.limit(length));
            }
        } finally {
            workspace.close();
        }
        return digits(sha256);
    }

    /** Returns the fingerprint of an encoder with several recipes. */
    static String of(List<String> fingerprints) {
        MessageDigest sha256 = sha256();
        fingerprints.forEach(one -> sha256.update(one.getBytes(StandardCharsets.US_ASCII)));
        return digits(sha256);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String digits(MessageDigest sha256) {
        return HexFormat.of().formatHex(sha256.digest()).substring(0, DIGITS);
    }
}

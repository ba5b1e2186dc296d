package io.narrows.node.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The ids of clusters and members in etcd's API: the first eight bytes of the name's SHA-256. They are part of the
 * replicated state and must not change.
 */
public final class MemberIds {
    private MemberIds() {}

    /** @param peerAddress name and port that the other members dial */
    public static long ofMember(String cluster, String peerAddress) {
        return hash("member " + peerAddress + " of " + cluster);
    }

    public static long ofCluster(String cluster) {
        return hash("cluster " + cluster);
    }

    private static long hash(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

package io.narrows.node.bolt;

import java.nio.ByteBuffer;

/**
 * 64-bit FNV-1a, the checksum of bbolt's metas. By Fowler, Noll and Vo,
 * <a href="http://www.isthe.com/chongo/tech/comp/fnv/">FNV</a>.
 */
final class Fnv1a {
    private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Fnv1a() {}

    static long hash(ByteBuffer bytes, int from, int to) {
        long hash = OFFSET_BASIS;
        for (int i = from; i < to; i++) {
            hash = (hash ^ (bytes.get(i) & 0xff)) * PRIME;
        }
        return hash;
    }
}

package io.narrows.storage.sst.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * The hash of RocksDB's filters: 64-bit XXH3 as of xxHash 0.7.2, before it was final, with seed 0. The final XXH3 yields
 * other hashes. RocksDB differs from that preview in one point: the hash of no bytes is not 0.
 */
final class Xxph3 {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long PRIME32_1 = 0x9e37_79b1L;
    private static final long PRIME32_2 = 0x85eb_ca77L;
    private static final long PRIME32_3 = 0xc2b2_ae3dL;
    private static final long PRIME64_1 = 0x9e37_79b1_85eb_ca87L;
    private static final long PRIME64_2 = 0xc2b2_ae3d_27d4_eb4fL;
    private static final long PRIME64_3 = 0x1656_67b1_9e37_79f9L;
    private static final long PRIME64_4 = 0x85eb_ca77_c2b2_ae63L;
    private static final long PRIME64_5 = 0x27d4_eb2f_1656_67c5L;

    /** The default secret of XXH3. */
    private static final byte[] SECRET = HexFormat.of()
            .parseHex("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                    + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                    + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                    + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                    + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                    + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");

    private static final long SECRET_0 = secret(0);
    private static final long SECRET_8 = secret(8);

    private static final int SHORT = 16;
    private static final int MEDIUM = 128;
    private static final int LONG_FROM = 241;

    private static final int PAIR = 16;
    private static final int STRIPE = 64;
    private static final int STRIPES_OF_BLOCK = 16;
    private static final int MERGE_SECRET = 11;
    private static final int LAST_STRIPE_SECRET = 121;
    private static final int SCRAMBLE_SECRET = 128;
    private static final int ROUND_TWO_SECRET = 3;
    private static final int LAST_PAIR_SECRET = 119;

    private Xxph3() {}

    static long hash(byte[] array, int offset, int length) {
        if (length > SHORT) {
            return length <= MEDIUM
                    ? ofMedium(array, offset, length)
                    : length < LONG_FROM ? ofTwoRounds(array, offset, length) : ofStripes(array, offset, length);
        }
        if (length > 8) {
            return ofTwoWords(array, offset, length);
        }
        if (length >= 4) {
            return ofTwoHalves(array, offset, length);
        }
        return length > 0 ? ofBytes(array, offset, length) : fold(SECRET_0, PRIME64_2);
    }

    /** Hashes 1 to 3 bytes. */
    private static long ofBytes(byte[] array, int offset, int length) {
        int first = array[offset] & 0xff;
        int middle = array[offset + (length >> 1)] & 0xff;
        int last = array[offset + length - 1] & 0xff;
        int all = first | middle << 8 | last << 16 | length << 24;
        return avalanche(((all ^ SECRET_0) & 0xffff_ffffL) * PRIME64_1);
    }

    /** Hashes 4 to 8 bytes. */
    private static long ofTwoHalves(byte[] array, int offset, int length) {
        long low = (int) INT.get(array, offset) & 0xffff_ffffL;
        long high = (int) INT.get(array, offset + length - 4);
        long keyed = (low | high << 32) ^ SECRET_0;
        long mixed = length + (keyed ^ keyed >>> 51) * PRIME32_1;
        return avalanche((mixed ^ mixed >>> 47) * PRIME64_2);
    }

    /** Hashes 9 to 16 bytes. */
    private static long ofTwoWords(byte[] array, int offset, int length) {
        long low = word(array, offset) ^ SECRET_0;
        long high = word(array, offset + length - 8) ^ SECRET_8;
        return avalanche(length + low + high + fold(low, high));
    }

    /** Hashes 17 to 128 bytes: pairs of words, from both ends to the middle. */
    private static long ofMedium(byte[] array, int offset, int length) {
        int pairs = (length + 2 * PAIR - 1) / (2 * PAIR);
        long sum = length * PRIME64_1;
        for (int i = 0; i < pairs; i++) {
            sum += pair(array, offset + PAIR * i, 2 * PAIR * i);
            sum += pair(array, offset + length - PAIR * (i + 1), 2 * PAIR * i + PAIR);
        }
        return avalanche(sum);
    }

    /** Hashes 129 to 240 bytes: eight pairs, then the others with a different secret. */
    private static long ofTwoRounds(byte[] array, int offset, int length) {
        long sum = length * PRIME64_1;
        for (int at = 0; at < MEDIUM; at += PAIR) {
            sum += pair(array, offset + at, at);
        }
        sum = avalanche(sum);
        for (int at = MEDIUM; at + PAIR <= length; at += PAIR) {
            sum += pair(array, offset + at, at - MEDIUM + ROUND_TWO_SECRET);
        }
        return avalanche(sum + pair(array, offset + length - PAIR, LAST_PAIR_SECRET));
    }

    /**
     * Hashes 241 or more bytes. The eight lanes of a stripe are independent until the end, so each is computed separately.
     */
    private static long ofStripes(byte[] array, int offset, int length) {
        long sum = length * PRIME64_1;
        sum += merge(array, offset, length, 0, PRIME32_3, PRIME64_1);
        sum += merge(array, offset, length, 2, PRIME64_2, PRIME64_3);
        sum += merge(array, offset, length, 4, PRIME64_4, PRIME32_2);
        sum += merge(array, offset, length, 6, PRIME64_5, PRIME32_1);
        return avalanche(sum);
    }

    private static long merge(byte[] array, int offset, int length, int lane, long start, long nextStart) {
        int at = 8 * lane;
        return fold(
                lane(array, offset, length, at, start) ^ secret(MERGE_SECRET + at),
                lane(array, offset, length, at + 8, nextStart) ^ secret(MERGE_SECRET + at + 8));
    }

    private static long lane(byte[] array, int offset, int length, int at, long start) {
        long lane = start;
        int stripes = length / STRIPE;
        for (int stripe = 0; stripe < stripes; stripe++) {
            int ofBlock = stripe % STRIPES_OF_BLOCK;
            lane = accumulate(lane, word(array, offset + STRIPE * stripe + at), secret(8 * ofBlock + at));
            if (ofBlock == STRIPES_OF_BLOCK - 1) {
                lane = (lane ^ lane >>> 47 ^ secret(SCRAMBLE_SECRET + at)) * PRIME32_1;
            }
        }
        return length % STRIPE == 0
                ? lane
                : accumulate(lane, word(array, offset + length - STRIPE + at), secret(LAST_STRIPE_SECRET + at));
    }

    private static long accumulate(long lane, long data, long secret) {
        long keyed = data ^ secret;
        return lane + data + (keyed & 0xffff_ffffL) * (keyed >>> 32);
    }

    private static long pair(byte[] array, int at, int secretAt) {
        return fold(word(array, at) ^ secret(secretAt), word(array, at + 8) ^ secret(secretAt + 8));
    }

    /** Returns the XOR of the two halves of the 128-bit product. */
    private static long fold(long a, long b) {
        long high = Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a); // as unsigned
        return a * b ^ high;
    }

    private static long avalanche(long hash) {
        long mixed = (hash ^ hash >>> 37) * PRIME64_3;
        return mixed ^ mixed >>> 32;
    }

    private static long secret(int at) {
        return word(SECRET, at);
    }

    private static long word(byte[] array, int at) {
        return (long) LONG.get(array, at);
    }
}

package io.narrows.codec.dense;

import java.util.Arrays;

/** All models of a context. Both ends have the same ones and bring them forward in the same way, bit by bit. */
final class Models {
    /** How a source goes on: 0 at a literal, else a class of how much of a match is left there. */
    static final int REST_BITS = 4;

    static final int CLASS_BITS = 6;
    static final int LOW_BITS = 4;
    static final int TWO_LOG = 10;

    /** Where the models of two bytes before are in {@link #byTwoBefore}. */
    static int byTwoBeforeIndex(int before, int beforeThat) {
        return ((before | beforeThat << 8) * 0x9E3779B1 >>> 32 - TWO_LOG) << 8;
    }

    /** Literal or match, by {@link Tokens#shape}. */
    final int[] shape = new int[Tokens.HISTORIES * 2 << REST_BITS];
    /** The same, by the byte at the source and how it goes on. */
    final int[] shapeByByte = new int[256 << REST_BITS];
    /** Which distance a match has: four decisions. */
    final int[] kind = new int[Tokens.HISTORIES << REST_BITS + 2];
    /** Whether a match ends where its source's match ended. */
    final int[] ends = new int[Tokens.KINDS << REST_BITS];
    /** Classes of lengths of matches of a used distance, by how the source goes on; of a new one, behind. */
    final int[] length = new int[32 << CLASS_BITS];

    final int[] lengthLow = new int[1 << CLASS_BITS + 2];

    final int[] distance = new int[4 << CLASS_BITS];
    final int[] distanceLow = new int[1 << CLASS_BITS + LOW_BITS];
    final Literals literals;
    /** Literals, by the byte before; not where the source is enough. */
    final int[] byBefore;
    /** Literals, by the byte at the source, and whether the token before was a literal too; not where those are nibbles. */
    final int[] bySource;
    /** The same as nibbles, and only there. */
    final long[] nibbles;

    /** Literals, by a hash of the two bytes before; only where they are mixed. */
    final int[] byTwoBefore;

    /** Only where they are mixed. */
    final Mixer mixer;

    final int[] size = new int[Sizes.MODELS];

    Models(Literals literals) {
        this.literals = literals;
        byBefore = new int[literals.byBefore()];
        bySource = new int[literals.bySource()];
        nibbles = new long[literals.nibbles()];
        byTwoBefore = new int[literals.byTwoBefore()];
        mixer = literals == Literals.MIXED ? new Mixer() : null;
        clear();
    }

    void clear() {
        for (int[] models : all()) {
            Arrays.fill(models, Probability.EVEN);
        }
        Nibbles.clear(nibbles);
        if (mixer != null) {
            mixer.clear();
        }
    }

    private int[][] all() {
        return new int[][] {
            shape,
            shapeByByte,
            kind,
            ends,
            length,
            lengthLow,
            distance,
            distanceLow,
            byBefore,
            bySource,
            byTwoBefore,
            size
        };
    }

    /** What the models take for literals that are foreseen in one way, in bytes. */
    static long memoryBytes(Literals literals) {
        long others = (Tokens.HISTORIES * 2 << REST_BITS)
                + (256 << REST_BITS)
                + (Tokens.HISTORIES << REST_BITS + 2)
                + (Tokens.KINDS << REST_BITS)
                + (32 << CLASS_BITS)
                + (1 << CLASS_BITS + 2)
                + (4 << CLASS_BITS)
                + (1 << CLASS_BITS + LOW_BITS)
                + Sizes.MODELS;
        return 4 * (others + literals.byBefore() + literals.bySource() + literals.byTwoBefore())
                + 8L * literals.nibbles()
                + (literals == Literals.MIXED ? Mixer.BYTES : 0);
    }
}

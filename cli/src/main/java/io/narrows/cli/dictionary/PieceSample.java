package io.narrows.cli.dictionary;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Pieces of traffic within a limit of memory: all of them, or a random sample in which each piece is as likely as any other. Each gets a random
 * number, and those with the lowest numbers are kept. The same pieces in the same order give the same sample.
 */
final class PieceSample {
    private static final long SEED = 1;

    private final long maxBytes;
    private final Random random = new Random(SEED);
    private final PriorityQueue<Numbered> highestFirst =
            new PriorityQueue<>(Comparator.comparingLong(Numbered::number).reversed());
    private long bytes;
    private long added;

    /** Pieces with this number or a higher one are left out. */
    private long limit = Long.MAX_VALUE;

    private record Numbered(long number, Piece piece) {}

    /** @param maxBytes of all pieces together, unless a single piece is larger */
    PieceSample(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    void add(Piece piece) {
        added++;
        long number = random.nextLong();
        if (number >= limit) {
            return;
        }
        highestFirst.add(new Numbered(number, piece));
        bytes += piece.bytes();
        while (bytes > maxBytes && highestFirst.size() > 1) {
            Numbered removed = highestFirst.remove();
            bytes -= removed.piece().bytes();
            limit = removed.number();
        }
    }

    /** Returns how many pieces were added, with those that were left out. */
    long added() {
        return added;
    }

    /** Returns how many pieces are in the sample. */
    int size() {
        return highestFirst.size();
    }

    /** Returns the pieces in the order of their first reads. */
    List<Piece> inOrder() {
        return highestFirst.stream()
                .sorted(Comparator.comparing((Numbered one) -> one.piece().first())
                        .thenComparingLong(Numbered::number))
                .map(Numbered::piece)
                .toList();
    }
}

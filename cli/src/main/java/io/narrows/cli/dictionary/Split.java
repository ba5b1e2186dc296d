package io.narrows.cli.dictionary;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Traffic divided at a time: pieces that ended before it, on which a dictionary is trained, and pieces that began then or later, on which its
 * gain is measured. A dictionary is used for traffic that comes after its training, and a measurement on the same traffic would only show how
 * well it remembers. Pieces that began before that time and ended later are in neither part.
 */
record Split(List<Piece> training, List<Piece> measured) {
    /** Part of the bytes that are measured at most, from the end: a quarter. */
    private static final int MEASURED_PART = 4;

    /** Part of the bytes that the training has at least; otherwise nothing is held back: a half. */
    private static final int TRAINING_PART = 2;

    /**
     * Divides pieces, so that the training has at least half of their bytes. If that is impossible, it has all pieces, and none are measured.
     *
     * @param inOrder pieces in the order of their first reads
     */
    static Split of(List<Piece> inOrder) {
        int at = firstMeasured(inOrder);
        if (at < inOrder.size()) {
            Moment time = inOrder.get(at).first();
            List<Piece> before = inOrder.subList(0, at).stream()
                    .filter(piece -> piece.last().compareTo(time) < 0)
                    .toList();
            if (Piece.bytes(before) >= Piece.bytes(inOrder) / TRAINING_PART) {
                return new Split(before, inOrder.subList(at, inOrder.size()));
            }
        }
        return new Split(inOrder, List.of());
    }

    private static int firstMeasured(List<Piece> inOrder) {
        long most = Piece.bytes(inOrder) / MEASURED_PART;
        long later = 0;
        int at = inOrder.size();
        while (at > 0 && later + inOrder.get(at - 1).bytes() <= most) {
            at--;
            later += inOrder.get(at).bytes();
        }
        while (at > 0
                && at < inOrder.size()
                && inOrder.get(at).first().equals(inOrder.get(at - 1).first())) {
            at++;
        }
        return at;
    }

    /** Returns the reads of the part for training. */
    List<byte[]> samples() {
        return training.stream().flatMap(piece -> piece.reads().stream()).toList();
    }

    /** Returns how many measured pieces are from connections of which other pieces are in the training. */
    int continued() {
        Set<Long> trained = training.stream().map(Piece::connection).collect(Collectors.toSet());
        return (int) measured.stream()
                .filter(piece -> trained.contains(piece.connection()))
                .count();
    }

    /** Returns a report of gains on the measured part. */
    GainReport report(List<Gain> gains) {
        return new GainReport(measured, OptionalInt.of(continued()), gains);
    }
}

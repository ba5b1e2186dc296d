package io.narrows.storage.db.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Compares the answers of a view and the model. */
final class ViewCheck {
    private static final int MOVES = 40;

    private final Random random;
    private final RandomChanges keys;

    ViewCheck(Random random) {
        this.random = random;
        this.keys = new RandomChanges(random);
    }

    void rows(View expected, View actual, Iterable<String> families, String context) throws IOException {
        for (String family : families) {
            assertThat(RowDifference.between(expected.rows(family), actual.rows(family)))
                    .as("%s, rows of %s", context, family)
                    .isEmpty();
        }
    }

    void gets(ModelStore expected, View actual, String family, String context) throws IOException {
        List<Slice> asked = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            asked.add(keys.anyKey(expected, family));
        }
        for (Slice key : asked) {
            assertThat(actual.get(family, key))
                    .as("%s, %s in %s", context, key, family)
                    .isEqualTo(expected.get(family, key));
        }
        assertThat(actual.multiGet(family, asked))
                .as("%s, %s in %s", context, asked, family)
                .isEqualTo(expected.multiGet(family, asked));
    }

    void moves(View expected, View actual, String family, String context) throws IOException {
        Slice lower = random.nextInt(3) == 0 ? keys.key() : null;
        Slice upper = random.nextInt(3) == 0 ? keys.key() : null;
        if (lower != null && upper != null && lower.compareTo(upper) > 0) {
            Slice swapped = lower;
            lower = upper;
            upper = swapped;
        }
        String where = "%s, cursor of %s from %s to %s".formatted(context, family, lower, upper);
        try (Cursor model = expected.cursor(family, lower, upper);
                Cursor cursor = actual.cursor(family, lower, upper)) {
            StringBuilder path = new StringBuilder();
            for (int i = 0; i < MOVES; i++) {
                Move move = Move.values()[random.nextInt(model.isValid() ? Move.values().length : Move.SEEKS)];
                Slice key = keys.key();
                path.append(' ').append(move).append(move.ordinal() < Move.SEEKS ? "(" + key + ")" : "");
                move.make(model, key);
                move.make(cursor, key);
                assertThat(cursor.isValid() ? cursor.row() : null)
                        .as("%s:%s", where, path)
                        .isEqualTo(model.isValid() ? model.row() : null);
            }
        }
    }

    /** The moves of a cursor. Those after the first four require a current row, and are the most frequent. */
    private enum Move {
        FIRST,
        LAST,
        SEEK,
        SEEK_FOR_PREV,
        NEXT,
        NEXT_AGAIN,
        PREV,
        PREV_AGAIN;

        static final int SEEKS = 4;

        void make(Cursor cursor, Slice key) throws IOException {
            switch (this) {
                case FIRST -> cursor.seekToFirst();
                case LAST -> cursor.seekToLast();
                case SEEK -> cursor.seek(key);
                case SEEK_FOR_PREV -> cursor.seekForPrev(key);
                case NEXT, NEXT_AGAIN -> cursor.next();
                case PREV, PREV_AGAIN -> cursor.prev();
            }
        }
    }
}

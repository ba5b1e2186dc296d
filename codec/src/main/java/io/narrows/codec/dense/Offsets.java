package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * The last four match distances, latest first, and the starts of the latest frames of each size: a frame is probably similar
 * to the last one of its size.
 */
final class Offsets {
    static final int COUNT = 4;

    private static final int SIZES_LOG = 10;
    private static final int PLACES = 1 << SIZES_LOG;
    private static final int SAVED_ROW = 8;

    /** Size of an instance, in bytes. */
    static final long BYTES = 4L * (COUNT + 2 * PLACES);

    private final int[] distances = new int[COUNT];
    private final int[] sizes = new int[PLACES];
    private final int[] begins = new int[PLACES];

    Offsets() {
        clear();
    }

    void clear() {
        Arrays.setAll(distances, i -> 1 + i);
        Arrays.fill(sizes, 0);
        Arrays.fill(begins, 0);
    }

    /** Saves the distances, and the starts of frames that are in the saved part of the history. */
    void save(StateWriter state, History history) {
        int[] savedSizes = sizes.clone();
        int[] savedBegins = begins.clone();
        for (int place = 0; place < PLACES; place++) {
            int begin = sizes[place] == 0 ? -1 : history.saved(begins[place]);
            savedSizes[place] = begin < 0 ? 0 : sizes[place];
            savedBegins[place] = Math.max(begin, 0);
        }
        for (int distance : distances) {
            state.number(distance);
        }
        state.rows(savedSizes, SAVED_ROW, 0);
        state.rows(savedBegins, SAVED_ROW, 0);
    }

    /** Sets the distances and starts to those of a saved state; there must be no starts. */
    void load(StateReader state) {
        for (int i = 0; i < COUNT; i++) {
            distances[i] = state.number();
        }
        state.rows(sizes, SAVED_ROW);
        state.rows(begins, SAVED_ROW);
    }

    int get(int index) {
        return distances[index];
    }

    /** Called when a piece starts: distances that the new piece makes invalid become 1. */
    void begin(History history) {
        for (int i = 0; i < COUNT; i++) {
            if (!history.isSource(history.before(history.from(), distances[i]), history.from())) {
                distances[i] = 1;
            }
        }
    }

    /** Called when a frame of the given size starts with the current piece. */
    void beginFrame(History history, int size) {
        int place = size * 0x9E3779B1 >>> 32 - SIZES_LOG;
        int position = history.from();
        if (sizes[place] == size && history.isSource(begins[place], position)) {
            bringForward(history.distance(position, begins[place]));
        }
        sizes[place] = size;
        begins[place] = position;
    }

    private void bringForward(int distance) {
        int at = 0;
        while (at < COUNT - 1 && distances[at] != distance) {
            at++;
        }
        move(at, distance);
    }

    /** Records a used distance: a known one by its index, or a new one at the last index. */
    void use(int index, int distance) {
        if (index != 0) {
            move(index, distance);
        }
    }

    private void move(int index, int distance) {
        for (int i = index; i > 0; i--) {
            distances[i] = distances[i - 1];
        }
        distances[0] = distance;
    }
}

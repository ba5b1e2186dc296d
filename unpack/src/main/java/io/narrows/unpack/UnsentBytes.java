package io.narrows.unpack;

import io.narrows.unpack.difference.EditWriter;
import io.narrows.unpack.find.Hole;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a streamed piece behind those that the encoder has made of all plain bytes sent so far:
 *
 * <pre>
 *  |&lt;----------- produced -----------&gt;|
 *  +-------------------+--------------+-----------------------+
 *  | passed as literal | to be sent   | not yet produced      |
 *  +-------------------+--------------+-----------------------+
 *                      |&lt;------------- held back ------------&gt;|
 * </pre>
 */
final class UnsentBytes {
    /** The edit that skips passed bytes has at most three numbers of four bytes. */
    private static final int EDIT_BYTES = 12;

    private final EditWriter edits = new EditWriter();
    private byte[] bytes = {};
    private List<Hole> holes = new ArrayList<>();

    /** Number of {@link #bytes} that are not holes. */
    private int packed;

    /** Packed bytes that the encoder has made, at the beginning. */
    private int produced;

    /** Bytes at the beginning that were sent as literals; they have no holes. */
    private int passed;

    /** Adds a part. */
    void add(ByteBuffer part, List<Hole> partHoles) {
        int before = bytes.length;
        bytes = Arrays.copyOf(bytes, before + part.remaining());
        part.duplicate().get(bytes, before, part.remaining());
        packed += part.remaining();
        for (Hole hole : partHoles) {
            holes.add(new Hole(before + hole.offset(), hole.length()));
            packed -= hole.length();
        }
    }

    int length() {
        return bytes.length;
    }

    /** Returns the bytes that have not been sent. */
    int heldBack() {
        return bytes.length - passed;
    }

    /** Returns the number of packed bytes. */
    int packed() {
        return packed;
    }

    int produced() {
        return produced;
    }

    /** Records that the encoder made more packed bytes. */
    void produce(int more) {
        produced += more;
    }

    /** Returns whether all bytes have been produced or lie between those. */
    boolean isComplete() {
        return end() == bytes.length;
    }

    /** Returns the packed bytes that can be sent; at most 0 if there are none. */
    int sendable() {
        return produced - passed;
    }

    /** Writes the packed bytes behind the first ones. */
    void packed(int from, ByteBuffer dst) {
        int left = from;
        int at = 0;
        for (Hole hole : holes) {
            left = put(at, hole.offset(), left, dst);
            at = hole.offset() + hole.length();
        }
        put(at, bytes.length, left, dst);
    }

    private int put(int from, int to, int skipped, ByteBuffer dst) {
        int skip = Math.min(skipped, to - from);
        dst.put(bytes, from + skip, to - from - skip);
        return skipped - skip;
    }

    /** Records that all bytes were sent as literals. */
    void pass() {
        ByteBuffer all = ByteBuffer.allocate(packed);
        packed(0, all);
        bytes = all.array();
        holes = new ArrayList<>();
        passed = bytes.length;
    }

    /** Returns the bytes that can be sent, with the holes between them; those behind the last packed byte only at the end of the piece. */
    ByteBuffer original() {
        return ByteBuffer.wrap(bytes, passed, end() - passed).slice();
    }

    /** Returns the differences that turn what the encoder produced into the {@link #original}, valid until the next call. */
    ByteBuffer differences() {
        List<Hole> inside = new ArrayList<>();
        for (Hole hole : holes) {
            if (hole.offset() < end()) {
                inside.add(new Hole(hole.offset() - passed, hole.length()));
            }
        }
        edits.begin(original(), inside, EDIT_BYTES);
        edits.skip(passed);
        edits.copy(produced - passed);
        return edits.finish();
    }

    /** Removes what can be sent. */
    void sent() {
        int end = end();
        bytes = Arrays.copyOfRange(bytes, end, bytes.length);
        List<Hole> rest = new ArrayList<>();
        for (Hole hole : holes) {
            if (hole.offset() >= end) {
                rest.add(new Hole(hole.offset() - end, hole.length()));
            }
        }
        holes = rest;
        packed -= produced;
        produced = 0;
        passed = 0;
    }

    /** Returns the offset behind the last packed byte that was produced. */
    private int end() {
        int left = produced;
        int at = 0;
        for (Hole hole : holes) {
            int run = hole.offset() - at;
            if (left <= run) {
                return at + left;
            }
            left -= run;
            at = hole.offset() + hole.length();
        }
        return at + left;
    }
}

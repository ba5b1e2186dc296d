package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;

/**
 * A gzip member (RFC 1952). The deflate stream in it is a piece.
 *
 * <pre>
 *  0          2        3       4       8     9    10
 * +----------+--------+-------+-------+-----+----+---------+--------+-----------+---------+-----------+---------+--------+
 * | magic    | method | flags | mtime | XFL | OS | [extra] | [name] | [comment] | [CRC16] | deflate   | CRC32   | length |
 * +----------+--------+-------+-------+-----+----+---------+--------+-----------+---------+-----------+---------+--------+
 * extra: length (u16), data      name, comment: up to a zero byte
 * </pre>
 */
final class GzipMember extends Format implements AutoCloseable {
    static final int FLAGS = 3;

    private static final int METHOD_DEFLATE = 8;
    private static final int FLAG_HEADER_CHECKSUM = 0x02;
    private static final int FLAG_EXTRA = 0x04;
    private static final int FLAG_NAME = 0x08;
    private static final int FLAG_COMMENT = 0x10;
    private static final int FLAGS_RESERVED = 0xe0;
    private static final int XFL = 8;
    private static final int SYSTEM = 9;
    private static final int LAST_SYSTEM = 13;
    private static final int UNKNOWN_SYSTEM = 255;
    private static final int TRAILER = 8;

    /** Most bytes of the name and the comment together. A longer one is none: the search would rest until a zero byte comes. */
    private static final int LONGEST_TEXT = 512;

    private final SearchPauses pauses;
    private final DeflateEnd deflateEnd;

    /** Fields before the deflate stream that have not been read, as flags. */
    private int fields;

    /** Bytes of the name and the comment so far. */
    private int text;

    /** Whether the deflate stream has to be inflated to find its end, which has not been found. */
    private boolean inflates;

    /** Whether the deflate stream has begun. */
    private boolean opened;

    /** Whether the deflate stream was inflated, and reported as a piece. */
    private boolean found;

    /** @param pauses end when a piece was found by inflating it: ten bytes alone are easily no member */
    GzipMember(Partition partition, SearchPauses pauses) {
        super(partition);
        this.pauses = pauses;
        this.deflateEnd = new DeflateEnd(partition.divides(PieceKind.DEFLATE_STREAM));
    }

    /** Begins a read of the connection, which bounds how much is inflated. */
    void beginRead(int bytes) {
        deflateEnd.beginRead(bytes);
    }

    /** Returns whether the ten bytes from an index on can begin a member, as existing programs write them. */
    static boolean begins(ByteBuffer bytes, int at) {
        int extraFlags = bytes.get(at + XFL);
        int system = bytes.get(at + SYSTEM) & 0xff;
        return bytes.get(at) == 0x1f
                && bytes.get(at + 1) == (byte) 0x8b
                && bytes.get(at + 2) == METHOD_DEFLATE
                && (bytes.get(at + FLAGS) & FLAGS_RESERVED) == 0
                && (extraFlags == 0 || extraFlags == 2 || extraFlags == 4)
                && (system <= LAST_SYSTEM || system == UNKNOWN_SYSTEM);
    }

    /**
     * Begins a member after its tenth byte.
     *
     * @param rest number of bytes behind it up to the end of the member, or -1 if that is unknown
     */
    GzipMember begin(int flags, long rest) {
        fields = flags & (FLAG_HEADER_CHECKSUM | FLAG_EXTRA | FLAG_NAME | FLAG_COMMENT);
        inflates = fields != 0 || rest < 0;
        text = 0;
        opened = false;
        found = false;
        want(0);
        if (inflates) {
            wantField();
        } else {
            piece(PieceKind.DEFLATE, rest - TRAILER);
        }
        return this;
    }

    private void wantField() {
        if ((fields & FLAG_EXTRA) != 0) {
            want(2);
        } else if ((fields & (FLAG_NAME | FLAG_COMMENT)) != 0) {
            want(1);
        } else if (fields != 0) {
            want(2);
        }
    }

    @Override
    void header(ByteBuffer bytes) {
        if ((fields & FLAG_EXTRA) != 0) {
            fields &= ~FLAG_EXTRA;
            skip(bytes.getShort(0) & 0xffff);
        } else if ((fields & (FLAG_NAME | FLAG_COMMENT)) == 0) {
            fields = 0;
        } else if (++text > LONGEST_TEXT) {
            inflates = false;
            return;
        } else if (bytes.get(0) == 0) {
            fields &= (fields & FLAG_NAME) != 0 ? ~FLAG_NAME : ~FLAG_COMMENT;
        }
        wantField();
    }

    @Override
    public int read(ByteBuffer bytes, int from, int end) {
        if (!inflates) {
            return super.read(bytes, from, end);
        }
        int at = super.read(bytes, from, end);
        if (at < end && inflates) {
            at = inflate(bytes, at, end);
        }
        if (found) {
            pauses.found();
        } else {
            pauses.passed(at - from);
        }
        return at;
    }

    private int inflate(ByteBuffer bytes, int from, int end) {
        if (!opened) {
            opened = true;
            partition().open();
            partition().divide(PieceKind.DEFLATE_STREAM, Partition.LONGEST_PART);
            deflateEnd.begin();
        }
        if (partition().givenUp() || deflateEnd.exhausted()) {
            inflates = false;
            return from;
        }
        try {
            int after = deflateEnd.read(bytes, from, end);
            partition().own(after - from);
            inflates = !deflateEnd.reached() && !partition().givenUp();
            found = deflateEnd.reached() && partition().close(PieceKind.DEFLATE);
            return after;
        } catch (DataFormatException e) {
            inflates = false;
            Refusal refusal = deflateEnd.refusal();
            if (refusal != null) {
                partition().refuse(PieceKind.DEFLATE, refusal, deflateEnd.bytesRead());
            }
            return from;
        }
    }

    @Override
    public boolean ended() {
        return super.ended() && !inflates;
    }

    @Override
    public void abandon() {
        inflates = false;
        super.abandon();
    }

    /** Frees native memory. */
    @Override
    public void close() {
        deflateEnd.close();
    }
}

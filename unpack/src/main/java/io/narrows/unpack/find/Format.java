package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The structure of a format: headers of known length, each followed by content of a length that it determines. Only
 * headers are copied. One object reads one occurrence after the other.
 */
abstract class Format implements Part {
    private static final int LONGEST_HEADER = 32;

    private final Partition partition;
    private final ByteBuffer header = ByteBuffer.allocate(LONGEST_HEADER).order(ByteOrder.LITTLE_ENDIAN);
    private int wanted;
    private int have;
    private long content;
    private @Nullable PieceKind closing;
    private @Nullable LinkedBlock linked;

    Format(Partition partition) {
        this.partition = partition;
    }

    /**
     * Interprets a header and declares what follows: content by {@link #skip}, {@link #piece} or {@link #rest}, and a
     * header by {@link #want}, in this order. The format ends after the content if no header is wanted.
     *
     * @param bytes the header from index 0 to the limit, in little-endian order
     */
    abstract void header(ByteBuffer bytes);

    final Partition partition() {
        return partition;
    }

    /** Requests a header of at most {@value #LONGEST_HEADER} bytes, after the content. */
    final void want(int bytes) {
        wanted = bytes;
        have = 0;
    }

    /** Requests more bytes of the header that was just read, up to a length. */
    final void extend(int bytes) {
        wanted = bytes;
    }

    /** Declares content that is not a piece of its own. */
    final void skip(long bytes) {
        content = bytes;
        closing = null;
    }

    /** Declares content that is a piece, if its length is within the limits or it can come in parts. */
    final void piece(PieceKind kind, long bytes) {
        skip(bytes);
        boolean isLong = bytes > partition.longestPiece();
        boolean canDivide = kind == PieceKind.DEFLATE && partition.divides(PieceKind.DEFLATE_STREAM);
        if (bytes >= kind.shortest() && (!isLong || canDivide)) {
            partition.open();
            if (canDivide) {
                partition.divide(PieceKind.DEFLATE_STREAM, isLong ? Partition.LONGEST_PART : partition.longestPiece());
            }
            closing = kind;
            linked = null;
        }
    }

    /** Declares content that is a linked block, if its length is within the limits. */
    final void linkedBlock(LinkedBlock block, long bytes) {
        piece(PieceKind.LZ4_LINKED_BLOCK, bytes);
        linked = block;
    }

    /** Declares content with which the open piece ends. */
    final void rest(PieceKind kind, long bytes) {
        content = bytes;
        linked = null;
        if (bytes > 0) {
            closing = kind;
        } else {
            partition.close(kind);
        }
    }

    @Override
    public int read(ByteBuffer bytes, int from, int end) {
        int at = from;
        while (at < end && (content > 0 || wanted > 0)) {
            at += content > 0 ? readContent(end - at) : readHeader(bytes, at, end - at);
        }
        return at;
    }

    private int readContent(int available) {
        int count = (int) Math.min(content, available);
        partition.own(count);
        content -= count;
        have = 0;
        if (content == 0 && closing != null) {
            partition.close(closing, linked);
            closing = null;
            linked = null;
        }
        return count;
    }

    private int readHeader(ByteBuffer bytes, int at, int available) {
        int count = Math.min(wanted - have, available);
        bytes.get(at, header.array(), have, count);
        partition.own(count);
        have += count;
        if (have == wanted) {
            wanted = 0;
            header(header.limit(have));
        }
        return count;
    }

    @Override
    public boolean ended() {
        return content == 0 && wanted == 0;
    }

    /** Returns the last header if nothing follows it: the header that ended the format may have been none. */
    @Override
    public byte[] unclaimed() {
        return Arrays.copyOf(header.array(), have);
    }

    @Override
    public void abandon() {
        content = 0;
        wanted = 0;
        closing = null;
        partition.discard();
    }
}

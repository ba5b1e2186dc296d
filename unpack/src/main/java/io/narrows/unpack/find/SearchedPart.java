package io.narrows.unpack.find;

import io.narrows.codec.PackedFormat;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parts of a stream that have no known structure, in which signatures are searched for. */
final class SearchedPart implements Part {
    /** Bytes that are kept of earlier reads: a signature may have begun there. */
    private static final int KEPT = Signature.LONGEST - 1;

    private final Partition partition;
    private final Formats formats;
    private final SignatureScan scan;

    /** The last bytes of earlier reads, followed by the first of this one. */
    private final ByteBuffer seam = ByteBuffer.allocate(2 * KEPT);

    private final SearchPauses pauses;
    private final boolean zstd;
    private int kept;
    private @Nullable Part found;

    SearchedPart(Partition partition, Formats formats, SearchPauses pauses, Set<PackedFormat> wanted) {
        this.partition = partition;
        this.formats = formats;
        this.pauses = pauses;
        this.scan = new SignatureScan(wanted);
        this.zstd = wanted.contains(PackedFormat.ZSTD);
    }

    /**
     * Starts the search with the next byte.
     *
     * @param before at most {@value #KEPT} bytes before it in which a signature may have begun
     */
    SearchedPart restart(byte[] before) {
        found = null;
        kept = before.length;
        System.arraycopy(before, 0, seam.array(), 0, kept);
        return this;
    }

    /** Returns the part behind the signature that ended this one. */
    Part next() {
        return Objects.requireNonNull(found);
    }

    @Override
    public int read(ByteBuffer bytes, int from, int end) {
        if (pauses.searches()) {
            int after = search(bytes, from, end);
            pauses.passed(after - from);
            if (found != null && scan.found() != Signature.GZIP_MEMBER) {
                pauses.found();
            }
            return after;
        }
        pauses.passed(end - from);
        partition.discard();
        partition.own(end - from);
        kept = 0;
        return end;
    }

    private int search(ByteBuffer bytes, int from, int end) {
        int joined = Math.min(KEPT, end - from);
        bytes.get(from, seam.array(), kept, joined);
        int beginning = kept == 0 ? -1 : scan.findInFew(seam, kept + joined);
        if (beginning >= 0 && beginning < kept && canBegin(beginning)) {
            return begin(seam, beginning, from, from - kept);
        }
        beginning = scan.find(bytes, from, end);
        if (beginning >= 0) {
            return begin(bytes, beginning, from, 0);
        }
        keep(bytes, from, end);
        count(end - from);
        return end;
    }

    /**
     * Returns whether the format can be read whose signature was found in the seam: no byte of its piece has been reported as
     * plain, and what follows the signature is in this read.
     */
    private boolean canBegin(int beginning) {
        Signature signature = Objects.requireNonNull(scan.found());
        boolean reported = signature == Signature.ZSTD_FRAME && kept - beginning != partition.pending();
        return !reported && beginning + signature.length() >= kept;
    }

    /**
     * Begins the format whose signature was found in a buffer.
     *
     * @param shift distance from an index of that buffer to the same byte's index in the read
     * @return the index in the read after the signature
     */
    private int begin(ByteBuffer buffer, int beginning, int from, int shift) {
        Signature signature = Objects.requireNonNull(scan.found());
        int start = beginning + shift;
        int after = start + signature.length();
        if (signature != Signature.ZSTD_FRAME) {
            partition.discard();
            partition.own(after - from);
        } else if (start < from) {
            partition.own(after - from);
        } else {
            partition.discard();
            partition.own(start - from);
            partition.open();
            partition.own(after - start);
        }
        found = formats.after(signature, buffer, beginning);
        kept = 0;
        return after;
    }

    private void keep(ByteBuffer bytes, int from, int end) {
        int count = end - from;
        if (count >= KEPT) {
            kept = KEPT;
            bytes.get(end - KEPT, seam.array(), 0, KEPT);
        } else {
            int joined = kept + count;
            kept = Math.min(KEPT, joined);
            System.arraycopy(seam.array(), joined - kept, seam.array(), 0, kept);
        }
    }

    /** Counts the bytes of a read. Those that may begin a Zstandard frame are pending, because they would be in the piece. */
    private void count(int bytes) {
        int magic = zstd ? ZstdFrame.magicAtEnd(seam, kept) : 0;
        if (magic > bytes && magic == partition.pending() + bytes) {
            partition.own(bytes);
            return;
        }
        partition.discard();
        if (magic == 0 || magic > bytes) {
            partition.own(bytes);
        } else {
            partition.own(bytes - magic);
            partition.open();
            partition.own(magic);
        }
    }

    @Override
    public boolean ended() {
        return found != null;
    }

    @Override
    public void abandon() {
        restart(NOTHING);
    }
}

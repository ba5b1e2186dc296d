package io.narrows.unpack.find;

import io.narrows.codec.PackedFormat;
import java.nio.ByteBuffer;
import java.util.Set;

/** The formats of one stream. Only one of them is being read at a time. */
final class Formats implements AutoCloseable {
    private static final int UNKNOWN = -1;

    private final Lz4Frame lz4Frame;
    private final ZstdFrame zstdFrame;
    private final GzipMember gzipMember;
    private final XerialStream xerialStream;
    private final SnappyFrames snappyFrames;
    private final PackedContent packedContent;

    Formats(Partition partition, SearchPauses pauses, Set<PackedFormat> wanted, boolean linkedBlocks) {
        lz4Frame = new Lz4Frame(partition, linkedBlocks);
        zstdFrame = new ZstdFrame(partition);
        gzipMember = new GzipMember(partition, pauses);
        xerialStream = new XerialStream(partition);
        snappyFrames = new SnappyFrames(partition);
        packedContent = new PackedContent(partition, this, wanted);
    }

    /** Begins a read of the connection. */
    void beginRead(int bytes) {
        gzipMember.beginRead(bytes);
    }

    /** Returns content of a known length that is compressed in one of the formats. */
    PackedContent packedContent() {
        return packedContent;
    }

    /** Returns the part of the stream behind a signature. */
    Part after(Signature signature, ByteBuffer bytes, int beginning) {
        return after(signature, bytes, beginning, UNKNOWN);
    }

    /**
     * Returns the part of the stream behind a signature.
     *
     * @param rest number of bytes behind the signature in which the format must end, or -1
     */
    Part after(Signature signature, ByteBuffer bytes, int beginning, long rest) {
        return switch (signature) {
            case LZ4_FRAME ->
                lz4Frame.begin(bytes.get(beginning + Lz4Frame.FLAGS), bytes.get(beginning + Lz4Frame.BLOCK_DESCRIPTOR));
            case ZSTD_FRAME -> zstdFrame.begin(bytes.get(beginning + ZstdFrame.DESCRIPTOR), rest);
            case GZIP_MEMBER -> gzipMember.begin(bytes.get(beginning + GzipMember.FLAGS), rest);
            case XERIAL_STREAM -> xerialStream.begin();
            case SNAPPY_FRAMES -> snappyFrames.begin();
            case KAFKA_BATCH -> packedContent.begin(KafkaBatch.recordsLength(bytes, beginning));
        };
    }

    /** Frees native memory. */
    @Override
    public void close() {
        gzipMember.close();
    }
}

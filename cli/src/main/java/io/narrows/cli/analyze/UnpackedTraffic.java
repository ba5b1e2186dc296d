package io.narrows.cli.analyze;

import io.narrows.codec.MalformedDataException;
import io.narrows.codec.PackedFormat;
import io.narrows.unpack.DirectionUnpacker;
import io.narrows.unpack.PieceCounts;
import io.narrows.unpack.recipe.AgreedRecipes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Traffic as a link with {@code unpack} gives it to its codec, in the frames of a link. Every stream was rebuilt and compared.
 *
 * @param pieces those that were found
 * @param content what the codec compresses
 * @param unpackNanos time of one thread to find and unpack the pieces
 * @param rebuildNanos time of one thread to rebuild them
 */
record UnpackedTraffic(PieceCounts pieces, Traffic content, long unpackNanos, long rebuildNanos) {
    private static final int MOST_FRAME_BYTES = 64 << 10;

    static UnpackedTraffic of(Traffic traffic, Set<PackedFormat> formats, AgreedRecipes recipes)
            throws MalformedDataException {
        PieceCounts pieces = new PieceCounts();
        List<List<ByteBuffer>> contents = new ArrayList<>();
        long unpacking = 0;
        long rebuilding = 0;
        for (List<ByteBuffer> stream : traffic.streams()) {
            List<ByteBuffer> frames = new ArrayList<>();
            try (RebuiltStream rebuilt = new RebuiltStream(stream, recipes);
                    DirectionUnpacker unpacker = new DirectionUnpacker(formats, recipes, pieces, System::nanoTime)) {
                for (ByteBuffer read : stream) {
                    long start = System.nanoTime();
                    ByteBuffer content = unpacker.read(read.duplicate());
                    unpacking += System.nanoTime() - start;
                    cut(content, frames);
                    rebuilt.add(content, unpacker.carriedFrom());
                }
                ByteBuffer content = unpacker.passPending();
                cut(content, frames);
                rebuilt.add(content, unpacker.carriedFrom());
                rebuilt.end();
                rebuilding += rebuilt.nanos();
            }
            contents.add(frames);
        }
        return new UnpackedTraffic(pieces, new Traffic(traffic.name(), contents), unpacking, rebuilding);
    }

    private static void cut(ByteBuffer content, List<ByteBuffer> frames) {
        for (int at = 0; at < content.limit(); at += MOST_FRAME_BYTES) {
            byte[] frame = new byte[Math.min(MOST_FRAME_BYTES, content.limit() - at)];
            content.get(at, frame);
            frames.add(ByteBuffer.wrap(frame));
        }
    }

    /** Returns whether any piece was unpacked. */
    boolean isUnpacked() {
        return pieces.unpackedBytes() > 0;
    }

    /** Returns the figures of a codec on the content as those of a link that carries the traffic. */
    Figures ofTraffic(Figures codec, Traffic traffic) {
        return new Figures(
                traffic.bytes(),
                codec.bytesOut(),
                codec.compressNanos() + unpackNanos,
                codec.uncompressNanos() + rebuildNanos);
    }
}

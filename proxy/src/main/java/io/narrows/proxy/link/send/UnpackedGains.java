package io.narrows.proxy.link.send;

import io.narrows.codec.PackedFormat;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/**
 * Whether unpacked pieces take no more bytes on the link than the application sent, by format. The plain text of gzip or zstd can take more
 * in a fast codec: then pieces of that format go as they are, and after {@value #PAUSE} bytes of them, some are unpacked to try again. A
 * piece's part of a frame is its part of the frame's content. Used on one event loop.
 */
final class UnpackedGains {
    /** Bytes of pieces, as the application sent them, after which their format is judged. */
    static final int JUDGED = 512 << 10;

    /** Bytes for each that the application sent, above which a format is passed: batches of several sizes may follow each other, and only some cost. */
    static final double MOST_PER_BYTE = 1.03;

    /** Bytes of pieces that go as they are before the next trial, which thus is a ninth of them. */
    static final int PAUSE = 4 << 20;

    /** Most pieces that wait to be sent; those behind them are not judged. */
    private static final int MOST_WAITING = 1024;

    private final Map<PackedFormat, Gain> gains = new EnumMap<>(PackedFormat.class);
    private final Deque<Piece> waiting = new ArrayDeque<>();
    private long sent;

    /** @param from its offset in the content of all frames */
    private record Piece(Gain gain, long from, int carried, int original) {
        long end() {
            return from + carried;
        }
    }

    /** The bytes of pieces of a format. */
    private static final class Gain {
        private double original;
        private double wire;
        private long pause;

        void sent(double originalBytes, double wireBytes) {
            if (pause > 0) {
                return; // those that were unpacked before
            }
            original += originalBytes;
            wire += wireBytes;
            if (original >= JUDGED) {
                pause = wire > MOST_PER_BYTE * original ? PAUSE : 0;
                original = 0;
                wire = 0;
            }
        }

        boolean allows(int bytes) {
            if (pause == 0) {
                return true;
            }
            pause -= Math.min(pause, bytes);
            return false;
        }
    }

    /** Forgets what another codec made of pieces. */
    void reset() {
        gains.clear();
    }

    /** Returns whether to unpack a piece; otherwise, it counts as one that goes as it is. */
    boolean allows(PackedFormat format, int bytes) {
        Gain gain = gains.get(format);
        return gain == null || gain.allows(bytes);
    }

    /**
     * Records a piece in the content of frames to come.
     *
     * @param from its offset in the content of all frames, behind earlier pieces
     * @param carried its bytes in the content
     * @param original its bytes as the application sent them
     */
    void unpacked(PackedFormat format, long from, int carried, int original) {
        if (waiting.size() < MOST_WAITING) {
            Gain gain = gains.computeIfAbsent(format, any -> new Gain());
            waiting.add(new Piece(gain, from, carried, original));
        }
    }

    /**
     * Records a frame.
     *
     * @param content its bytes before they were compressed
     * @param wire its bytes after that
     */
    void sent(int content, int wire) {
        long from = sent;
        sent += content;
        for (Piece piece = waiting.peek(); piece != null && piece.from() < sent; piece = waiting.peek()) {
            double part = Math.min(sent, piece.end()) - Math.max(from, piece.from());
            piece.gain().sent(piece.original() * part / piece.carried(), wire * part / content);
            if (piece.end() > sent) {
                return;
            }
            waiting.remove();
        }
    }
}

package io.narrows.codec;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * A straightforward decoder of {@link Lz4Encoder}'s streams: it keeps all content forever, copies byte by byte, and shares
 * no code with the decoder under test. Fails if the encoder breaks a rule that other decoders rely on.
 */
final class Lz4Reference {
    private static final int PIECE = 64 << 10;

    private byte[] content = new byte[1 << 20];
    private int end;
    private byte[] frame;
    private int at;

    /** Decodes the next frame. */
    byte[] decode(byte[] next) {
        frame = next;
        at = 0;
        int start = end;
        int left = varint();
        while (left > PIECE) {
            piece(varint(), PIECE);
            left -= PIECE;
        }
        piece(frame.length - at, left);
        return Arrays.copyOfRange(content, start, end);
    }

    private void piece(int coded, int length) {
        int pieceEnd = end + length;
        int codedEnd = at + coded;
        if (coded == length) {
            while (at < codedEnd) {
                add(frame[at++]);
            }
            return;
        }
        int lastMatch = end;
        while (true) {
            int token = frame[at++] & 0xff;
            int literals = length(token >>> 4);
            for (int i = 0; i < literals; i++) {
                add(frame[at++]);
            }
            if (at == codedEnd) {
                require(end == pieceEnd, "a block ends at its size");
                require((token & 15) == 0, "the last token has no match");
                require(
                        lastMatch == pieceEnd - length || pieceEnd - lastMatch >= 12,
                        "no match starts in the last 12 bytes");
                require(lastMatch == pieceEnd - length || literals >= 5, "the last 5 bytes are literals");
                return;
            }
            lastMatch = end;
            int distance = (frame[at] & 0xff) | (frame[at + 1] & 0xff) << 8;
            at += 2;
            require(distance > 0 && distance <= end, "a match begins within the content");
            int match = length(token & 15) + 4;
            for (int i = 0; i < match; i++) {
                add(content[end - distance]);
            }
        }
    }

    private int length(int nibble) {
        int length = nibble;
        if (nibble == 15) {
            int more;
            do {
                more = frame[at++] & 0xff;
                length += more;
            } while (more == 255);
        }
        return length;
    }

    private int varint() {
        ByteArrayOutputStream groups = new ByteArrayOutputStream();
        do {
            groups.write(frame[at]);
        } while (frame[at++] < 0);
        int value = 0;
        byte[] all = groups.toByteArray();
        for (int i = all.length - 1; i >= 0; i--) {
            value = value << 7 | all[i] & 0x7f;
        }
        return value;
    }

    private void add(byte next) {
        if (end == content.length) {
            content = Arrays.copyOf(content, 2 * end);
        }
        content[end++] = next;
    }

    private static void require(boolean rule, String text) {
        if (!rule) {
            throw new AssertionError("broken: " + text);
        }
    }
}

package io.narrows.middleware.codec;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Corrects the checksums of damaged messages as far as they can still be parsed, so that the code after the checks is
 * tested too. The zstd frames here have no checksums, so all damage to them reaches that code.
 */
final class Seal {
    private static final BlockCodec SNAPPY = Codecs.load().block(CodecSpec.of(Codec.SNAPPY));
    private static final XXHash32 XXH32 = XXHashFactory.safeInstance().hash32();
    private static final int MOST_DECODED = 4 << 20;

    private Seal() {}

    static byte[] sealed(String encoding, byte[] message) {
        byte[] sealed = message.clone();
        switch (encoding) {
            case "lz4" -> {
                boolean checked = sealed.length > 4 && (sealed[4] & Lz4Descriptor.CONTENT_CHECKSUM) != 0;
                sealed = checked ? Arrays.copyOf(sealed, sealed.length - Integer.BYTES) : sealed;
                lz4(ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN));
            }
            case "snappy" -> snappy(ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN));
            case "gzip" -> gzip(sealed);
            default -> {}
        }
        return sealed;
    }

    /** Corrects the checksums of header and blocks. Removes the content's checksum and its flag. */
    private static void lz4(ByteBuffer frame) {
        if (frame.remaining() < 7) {
            return;
        }
        int flags = frame.get(4) & ~Lz4Descriptor.CONTENT_CHECKSUM;
        frame.put(4, (byte) flags);
        int descriptor = 2 + ((flags & Lz4Descriptor.CONTENT_SIZE) != 0 ? Long.BYTES : 0);
        if (frame.limit() < 4 + descriptor + 1) {
            return;
        }
        int header = XXH32.hash(frame.array(), 4, descriptor, 0);
        frame.put(4 + descriptor, (byte) Lz4Descriptor.headerChecksum(header));
        int at = 4 + descriptor + 1;
        boolean checked = (flags & Lz4Descriptor.BLOCK_CHECKSUM) != 0;
        while (checked && at + 4 <= frame.limit()) {
            int length = frame.getInt(at) & ~Lz4Descriptor.STORED;
            if (length == 0 || (long) at + 8 + length > frame.limit()) {
                return;
            }
            frame.putInt(at + 4 + length, XXH32.hash(frame.array(), at + 4, length, 0));
            at += 8 + length;
        }
    }

    private static void snappy(ByteBuffer stream) {
        int at = SnappyDescriptor.IDENTIFIER_CHUNK.length;
        while (at + 8 <= stream.limit()) {
            int type = stream.get(at) & 0xff;
            int length = stream.getInt(at) >>> 8;
            if (length < 4 || at + 4 + length > stream.limit()) {
                return;
            }
            byte[] chunk = Arrays.copyOfRange(stream.array(), at + 8, at + 4 + length);
            if (type <= SnappyDescriptor.STORED) {
                byte[] content = type == SnappyDescriptor.STORED ? chunk : expanded(chunk);
                stream.putInt(at + 4, SnappyDescriptor.maskedChecksum(content, 0, content.length));
            }
            at += 4 + length;
        }
    }

    private static byte[] expanded(byte[] block) {
        try {
            byte[] content = new byte[SnappyMessages.size(block, block.length, MOST_DECODED)];
            SNAPPY.decompress(ByteBuffer.wrap(block), ByteBuffer.wrap(content), content.length);
            return content;
        } catch (MalformedDataException damaged) {
            return new byte[0];
        }
    }

    private static void gzip(byte[] member) {
        if (member.length < 18) {
            return;
        }
        Inflater inflater = new Inflater(true);
        inflater.setInput(member, 10, member.length - 18);
        CRC32 crc = new CRC32();
        byte[] out = new byte[4096];
        try {
            for (int some = inflater.inflate(out); some > 0 && inflater.getBytesWritten() < MOST_DECODED; ) {
                crc.update(out, 0, some);
                some = inflater.inflate(out);
            }
            int end = 10 + (int) inflater.getBytesRead();
            ByteBuffer.wrap(member)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(end, (int) crc.getValue())
                    .putInt(end + 4, (int) inflater.getBytesWritten());
        } catch (DataFormatException damaged) {
            return;
        } finally {
            inflater.end();
        }
    }
}

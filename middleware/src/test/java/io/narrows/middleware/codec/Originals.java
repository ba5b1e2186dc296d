package io.narrows.middleware.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import io.grpc.Codec;
import io.narrows.codec.BlockCodec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.xxhash.XXHashFactory;

/** Well-formed messages of every kind allowed by an encoding, from other writers where ours does not produce the kind. */
final class Originals {
    private Originals() {}

    static List<byte[]> of(Codec codec) {
        Random random = new Random(7);
        List<byte[]> originals = new ArrayList<>();
        for (int length : new int[] {0, 3, 40, 600, 3000, 90_000}) {
            originals.add(Message.compressed(codec, Message.text(random, length)));
        }
        originals.add(Message.compressed(codec, Message.noise(random, 500)));
        try {
            byte[] text = Message.text(random, 2500);
            switch (codec.getMessageEncoding()) {
                case "zstd" -> originals.addAll(zstd(text));
                case "lz4" -> originals.addAll(List.of(lz4(text), linked(Message.text(random, 150_000), 30_000)));
                case "snappy" -> originals.add(block(text));
                default -> {}
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return originals;
    }

    /** Returns a bare Snappy block. */
    private static byte[] block(byte[] text) {
        BlockCodec snappy = Codecs.load().block(CodecSpec.of(io.narrows.codec.Codec.SNAPPY));
        ByteBuffer block = ByteBuffer.allocate(snappy.maxCompressedLength(text.length));
        snappy.compress(ByteBuffer.wrap(text), block);
        return Arrays.copyOf(block.array(), block.position());
    }

    /** Returns a frame with a checksum, and one with a window and no size. */
    private static List<byte[]> zstd(byte[] text) {
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            byte[] checked = context.setLevel(3).setChecksum(true).compress(text);
            byte[] unsized = context.setContentSize(false).setWindowLog(17).compress(text);
            return List.of(checked, unsized);
        }
    }

    /** Returns frames written by lz4-java with the content size and with checksums of blocks and content. */
    private static byte[] lz4(byte[] text) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        try (LZ4FrameOutputStream out = new LZ4FrameOutputStream(
                frame,
                LZ4FrameOutputStream.BLOCKSIZE.SIZE_64KB,
                text.length,
                LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
                LZ4FrameOutputStream.FLG.Bits.BLOCK_CHECKSUM,
                LZ4FrameOutputStream.FLG.Bits.CONTENT_SIZE,
                LZ4FrameOutputStream.FLG.Bits.CONTENT_CHECKSUM)) {
            out.write(text);
        }
        return frame.toByteArray();
    }

    /** Returns a frame of linked blocks, which refer back up to 64 KiB; lz4-java does not write such frames. */
    static byte[] linked(byte[] text, int blockLength) throws MalformedDataException {
        ByteBuffer frame = ByteBuffer.allocate(2 * text.length + 100).order(ByteOrder.LITTLE_ENDIAN);
        byte[] descriptor = {0x44, 0x40}; // linked, with a checksum of the content; blocks of 64 KiB
        frame.putInt(Lz4Descriptor.MAGIC).put(descriptor);
        frame.put((byte) Lz4Descriptor.headerChecksum(
                XXHashFactory.safeInstance().hash32().hash(descriptor, 0, 2, 0)));
        Codecs codecs = Codecs.load();
        for (int at = 0; at < text.length; at += blockLength) {
            byte[] before = Arrays.copyOfRange(text, Math.max(0, at - 65_536), at);
            ByteBuffer block = ByteBuffer.allocate(2 * blockLength);
            try (BlockCodec linking = codecs.block(CodecSpec.of(io.narrows.codec.Codec.LZ4), before)) {
                linking.compress(ByteBuffer.wrap(text, at, Math.min(blockLength, text.length - at)), block);
            }
            block.flip();
            frame.putInt(block.remaining()).put(block);
        }
        int checksum = XXHashFactory.safeInstance().hash32().hash(text, 0, text.length, 0);
        frame.putInt(Lz4Descriptor.END).putInt(checksum);
        return Arrays.copyOf(frame.array(), frame.position());
    }
}

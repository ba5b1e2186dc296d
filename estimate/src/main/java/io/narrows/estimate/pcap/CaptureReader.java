package io.narrows.estimate.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Reads the packets of a capture in the format pcap or pcapng, of either byte order. The file is read once, from its
 * beginning, so it may be standard input. Memory is bounded: a block, at most 16 MiB.
 *
 * <p>For one thread.
 */
public final class CaptureReader implements Closeable {
    private static final int MAGIC = 4;
    private static final int GZIP = 0x1F8B;
    private static final int ZSTD = 0x28B52FFD;
    private static final int XZ = 0xFD377A58;
    private static final int MODIFIED = 0xA1B2CD34;

    private final CaptureInput input;
    private final CaptureFormat format;

    private CaptureReader(CaptureInput input) throws IOException {
        this.input = input;
        this.format = format(input);
    }

    /** @throws CaptureException if the file does not begin as a capture that can be read */
    public static CaptureReader open(Path file) throws IOException {
        return open(file.toString(), FileChannel.open(file, StandardOpenOption.READ));
    }

    /**
     * Reads a capture from a channel, for example that of {@code new FileInputStream(FileDescriptor.in)}. The reader closes
     * the channel, also if the capture cannot be opened.
     *
     * @param file the name for errors and warnings
     * @param channel blocking
     * @throws CaptureException if the channel does not begin as a capture that can be read
     */
    public static CaptureReader open(String file, ReadableByteChannel channel) throws IOException {
        return open(file, channel, ByteBuffer.allocateDirect(CaptureInput.WINDOW));
    }

    static CaptureReader open(String file, ReadableByteChannel channel, ByteBuffer window) throws IOException {
        CaptureInput input = new CaptureInput(file, channel, window);
        try {
            return new CaptureReader(input);
        } catch (IOException e) {
            input.close();
            throw e;
        }
    }

    private static CaptureFormat format(CaptureInput input) throws IOException {
        if (!input.has(MAGIC)) {
            throw input.error("no capture: expected a pcap or pcapng file, but there are only "
                    + input.window().remaining() + " bytes");
        }
        int magic = input.window().order(ByteOrder.BIG_ENDIAN).getInt(0);
        if (magic == BlockType.SECTION_HEADER) {
            return new PcapngFormat(input);
        }
        if (PcapFormat.begins(magic)) {
            return new PcapFormat(input);
        }
        throw input.error("no capture: expected a pcap or pcapng file, but it begins with 0x%08X%s"
                .formatted(magic, hint(magic)));
    }

    private static String hint(int magic) {
        if (magic >>> 16 == GZIP) {
            return ", as gzip does; decompress it first: gunzip -c";
        }
        return switch (magic) {
            case ZSTD -> ", as zstd does; decompress it first: zstd -dc";
            case XZ -> ", as xz does; decompress it first: xz -dc";
            case MODIFIED, 0x34CDB2A1 -> ", the \"modified\" pcap format; convert it: editcap -F pcapng";
            default -> "";
        };
    }

    /**
     * Reads the next packet, and returns false at the end. A last packet that is incomplete, as in a capture that is still
     * being written, is the end; {@link #warnings} mentions it.
     *
     * @throws CaptureException if the file is damaged; the packets before were right
     */
    public boolean next(Packet packet) throws IOException {
        return format.next(packet);
    }

    /** Returns the bytes of the file that have been read as packets. */
    public long offset() {
        return input.offset();
    }

    /** Returns what is wrong with the file so far, although it can be read: at most 100 lines, with their places. */
    public List<String> warnings() {
        return input.warnings();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}

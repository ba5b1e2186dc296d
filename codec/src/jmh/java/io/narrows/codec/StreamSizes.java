package io.narrows.codec;

import io.narrows.testkit.program.Benchmark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZ;
import org.tukaani.xz.XZOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Prints the compressed sizes of recorded streams, flushed after each read, for {@code bin/bench sizes}: a table of
 * compressed fractions and of bytes per read, including everything that the codec's format adds. For comparison it
 * includes xz, which is not a codec of Narrows, flushed in the same way.
 */
@Command(
        name = "sizes",
        mixinStandardHelpOptions = true,
        description = "Compares the sizes of recordings in the stream codecs.")
public final class StreamSizes implements Benchmark {
    private static final List<String> CODECS =
            List.of("gzip:6", "zstd:1", "zstd:3", "zstd:9", "xz:6", "dense:0", "dense:1", "dense:2", "dense:3");

    /** @param args {@code .trace} files, or directories of them; each becomes a line of the table */
    @Parameters(arity = "1..*", paramLabel = "RECORDING", description = "Folders of .trace files, or .trace files.")
    private List<Path> paths;

    @Override
    public Integer call() throws IOException {
        System.out.println(
                "| recording | MB | reads | " + String.join(" | ", CODECS).replace(':', ' ') + " |");
        System.out.println("| --- | ---: | ---: |" + " ---: |".repeat(CODECS.size()));
        for (Path path : paths) {
            Map<String, Long> sizes = new LinkedHashMap<>();
            long reads = 0;
            long bytes = 0;
            for (Path file : traces(path)) {
                List<ByteBuffer> stream = TraceReads.of(file);
                reads += stream.size();
                bytes += stream.stream().mapToLong(ByteBuffer::limit).sum();
                for (String codec : CODECS) {
                    sizes.merge(codec, size(codec, stream), Long::sum);
                }
            }
            System.out.printf("| %s | %.1f | %,d |", path.getFileName(), bytes / 1e6, reads);
            for (long size : sizes.values()) {
                System.out.printf(" %.4f (%.1f B) |", (double) size / bytes, (double) size / reads);
            }
            System.out.println();
        }
        return 0;
    }

    private static List<Path> traces(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> file.toString().endsWith(".trace"))
                    .sorted()
                    .toList();
        }
    }

    private static long size(String name, List<ByteBuffer> reads) throws IOException {
        String[] parts = name.split(":");
        int level = Integer.parseInt(parts[1]);
        if (parts[0].equals("xz")) {
            return xz(level, reads);
        }
        Codec codec = Stream.of(Codec.values())
                .filter(one -> one.label().equals(parts[0]))
                .findFirst()
                .orElseThrow();
        long size = 0;
        try (StreamEncoder encoder = Codecs.load().streamEncoder(CodecSpec.of(codec, level))) {
            for (ByteBuffer read : reads) {
                ByteBuffer frame = ByteBuffer.allocateDirect(
                        encoder.maxFrameLength(read.rewind().remaining()));
                encoder.encode(read, frame);
                size += frame.position();
            }
        }
        return size;
    }

    private static long xz(int preset, List<ByteBuffer> reads) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (XZOutputStream xz = new XZOutputStream(compressed, new LZMA2Options(preset), XZ.CHECK_NONE)) {
            for (ByteBuffer read : reads) {
                byte[] bytes = new byte[read.rewind().remaining()];
                read.get(bytes);
                xz.write(bytes);
                xz.flush();
            }
        }
        return compressed.size();
    }
}

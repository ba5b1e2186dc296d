package io.narrows.bench.middleware;

import io.grpc.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ZstdDictionaries;
import io.narrows.lab.demo.DemoCommand;
import io.narrows.middleware.codec.DecodingLimits;
import io.narrows.middleware.codec.GrpcCodecs;
import io.narrows.middleware.codec.MessageDictionary;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Measures bytes and processor time of each codec on recorded messages: the middleware's, message by message, gRPC's own
 * gzip, and the streams of a sidecar. The first quarter of each recording trains the dictionary and is not counted.
 */
@Command(
        name = "middleware",
        mixinStandardHelpOptions = true,
        description = "Compares codecs of gRPC messages on recordings.")
public final class MiddlewareBench implements Benchmark {
    private static final int MIN_SIZE = 256;
    private static final int DICTIONARY_BYTES = 16 * 1024;
    private static final int WARM_UPS = 2;
    private static final int RUNS = 5;
    private static final double GIGA = 1e9;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Runs with recordings, packed or folders of traces; by default those of the demo. */
    @Parameters(
            paramLabel = "RECORDING",
            description = "Packed recordings, or folders of traces. Default: two of the demo.")
    private List<Path> paths = List.of();

    @Override
    public Integer call() throws IOException {
        List<RecordedMessages> recordings = new ArrayList<>();
        for (Path path : paths) {
            recordings.add(RecordedMessages.at(path));
        }
        for (String name : paths.isEmpty() ? List.of("etcd", "ratis") : List.<String>of()) {
            try (InputStream file = DemoCommand.class.getResourceAsStream(name + ".zst")) {
                recordings.add(RecordedMessages.packed(name, file));
            }
        }
        recordings.forEach(MiddlewareBench::table);
        return 0;
    }

    private static void table(RecordedMessages recording) {
        List<List<byte[]>> first = new ArrayList<>();
        List<List<byte[]>> counted = new ArrayList<>();
        for (List<byte[]> call : recording.calls()) {
            first.add(call.subList(0, call.size() / 4));
            counted.add(call.subList(call.size() / 4, call.size()));
        }
        long messages = counted.stream().mapToLong(List::size).sum();
        long bytes =
                counted.stream().flatMap(List::stream).mapToLong(m -> m.length).sum();
        int[] sizes = counted.stream()
                .flatMap(List::stream)
                .mapToInt(m -> m.length)
                .sorted()
                .toArray();
        System.out.printf("### %s%n%n", recording.name());
        System.out.printf(
                "%,d messages of %,d bytes, half of them up to %,d, the largest %,d.%n%n",
                messages, bytes, sizes[sizes.length / 2], sizes[sizes.length - 1]);
        System.out.println("| codec | on the wire | of the messages | compress, s/GB | decompress, s/GB |");
        System.out.println("| --- | ---: | ---: | ---: | ---: |");
        for (Contender contender :
                contenders(first.stream().flatMap(List::stream).toList())) {
            System.out.println(row(contender, counted, bytes));
        }
        System.out.println();
    }

    private static List<Contender> contenders(List<byte[]> samples) {
        Codecs codecs = Codecs.load();
        MessageDictionary dictionary = MessageDictionary.of(ZstdDictionaries.train(samples, DICTIONARY_BYTES, 3));
        List<Codec> ours = GrpcCodecs.of(codecs, DecodingLimits.DEFAULT.withMaxMessageBytes(64 << 20), dictionary)
                .all();
        List<Contender> contenders = new ArrayList<>();
        CodecSpec own = CodecSpec.of(io.narrows.codec.Codec.GZIP);
        contenders.add(new Contender.Messages("none", Codec.Identity.NONE, own, Integer.MAX_VALUE));
        contenders.add(new Contender.Messages("gRPC's own gzip", new Codec.Gzip(), own, 1));
        for (CodecSpec spec : specs("gzip:6 snappy:0 lz4:0 lz4hc:9 zstd:1 zstd:3 zstd:9")) {
            String encoding = spec.codec() == io.narrows.codec.Codec.LZ4HC
                    ? "lz4"
                    : spec.codec().label();
            contenders.add(new Contender.Messages("middleware, " + spec, named(ours, encoding), spec, MIN_SIZE));
        }
        CodecSpec spec = CodecSpec.of(io.narrows.codec.Codec.ZSTD, 3);
        contenders.add(new Contender.Messages(
                "middleware, " + spec + ", dictionary", named(ours, dictionary.encoding()), spec, MIN_SIZE));
        for (CodecSpec stream : specs("lz4:0 zstd:1 zstd:3 gzip:6")) {
            contenders.add(new Contender.Stream("sidecar, " + stream, codecs, stream));
        }
        return contenders;
    }

    private static List<CodecSpec> specs(String specs) {
        return Arrays.stream(specs.split(" "))
                .map(spec -> spec.split(":"))
                .map(parts -> CodecSpec.of(
                        Arrays.stream(io.narrows.codec.Codec.values())
                                .filter(codec -> codec.label().equals(parts[0]))
                                .findFirst()
                                .orElseThrow(),
                        Integer.parseInt(parts[1])))
                .toList();
    }

    private static Codec named(List<Codec> codecs, String encoding) {
        return codecs.stream()
                .filter(codec -> codec.getMessageEncoding().equals(encoding))
                .findFirst()
                .orElseThrow();
    }

    private static String row(Contender contender, List<List<byte[]>> calls, long bytes) {
        try {
            long[] compressing = new long[RUNS];
            long[] decompressing = new long[RUNS];
            long wire = 0;
            for (int run = -WARM_UPS; run < RUNS; run++) {
                wire = 0;
                long compress = 0;
                long decompress = 0;
                for (List<byte[]> call : calls) {
                    long began = THREADS.getCurrentThreadCpuTime();
                    List<byte[]> compressed = contender.compress(call);
                    long between = THREADS.getCurrentThreadCpuTime();
                    contender.decompress(compressed, call);
                    compress += between - began;
                    decompress += THREADS.getCurrentThreadCpuTime() - between;
                    wire += compressed.stream()
                            .mapToLong(m -> m.length + contender.overhead())
                            .sum();
                }
                if (run >= 0) {
                    compressing[run] = compress;
                    decompressing[run] = decompress;
                }
            }
            return String.format(
                    "| %s | %,d | %.1f %% | %.1f | %.1f |",
                    contender.name(),
                    wire,
                    100.0 * wire / bytes,
                    median(compressing) / GIGA / (bytes / GIGA),
                    median(decompressing) / GIGA / (bytes / GIGA));
        } catch (IOException e) {
            throw new IllegalStateException(contender.name() + ": " + e.getMessage(), e);
        }
    }

    private static double median(long[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}

package io.narrows.cli.dictionary;

import io.narrows.testkit.TraceWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Base of tests that run the verbs of dictionaries in a folder of their own, and read their reports. */
abstract class DictionaryVerbTest {
    static final Path RECORDINGS = Path.of("../lab/src/main/resources/io/narrows/lab/demo");

    @TempDir
    Path folder;

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    Path file;

    @BeforeEach
    void file() {
        file = folder.resolve("one.dictionary");
    }

    int run(Object... arguments) {
        return new CommandLine(new DictionaryCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
    }

    /** Writes a trace of orders, in reads of a few hundred bytes. */
    Path orders() throws IOException {
        Random random = new Random(7);
        String[] reads = IntStream.range(0, 2000)
                .mapToObj(i -> "{\"order\":" + random.nextInt(1_000_000) + ",\"customer\":\"customer-"
                        + random.nextInt(100) + "\",\"state\":\"" + (random.nextBoolean() ? "shipped" : "pending")
                        + "\",\"items\":[{\"sku\":\"sku-" + random.nextInt(500) + "\",\"count\":" + random.nextInt(9)
                        + "}],\"price\":" + random.nextDouble() + "}")
                .toArray(String[]::new);
        return TraceWriter.write(folder.resolve("orders.trace"), reads);
    }

    /** Trains the dictionary {@link #file} on orders, and forgets what that printed. */
    void trainOnOrders() throws IOException {
        run("train", orders(), "--out", file, "--codec", "lz4");
        out.getBuffer().setLength(0);
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> codecs(Map<String, Object> report) {
        return (List<Map<String, Object>>) report.get("codecs");
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    static double saved(Map<String, Object> line) {
        return ((Number) line.get("saved")).doubleValue();
    }

    static long number(Map<String, Object> from, String name) {
        return ((Number) from.get(name)).longValue();
    }
}

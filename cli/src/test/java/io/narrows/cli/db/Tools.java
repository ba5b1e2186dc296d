package io.narrows.cli.db;

import io.narrows.codec.CodecSpec;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.terminal.output.RawOutput;
import io.narrows.testkit.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Runs {@code narrows db …} and keeps its output. */
final class Tools {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** An operation on a database. */
    @FunctionalInterface
    interface Content {
        void write(Db db) throws IOException;
    }

    /** Creates a database and closes it. */
    static Path database(Path directory, FamilyOptions options, Content content) throws IOException {
        try (Db db = Db.open(directory, DbOptions.defaults().withOtherFamilies(options))) {
            content.write(db);
        }
        return directory;
    }

    static Path database(Path directory, Content content) throws IOException {
        return database(directory, FamilyOptions.DEFAULT, content);
    }

    static FamilyOptions compressed(CodecSpec... perLevel) {
        return FamilyOptions.DEFAULT.withCompressionPerLevel(List.of(perLevel));
    }

    static void put(Db db, String key, String value) throws IOException {
        put(db, ColumnFamily.DEFAULT, key, value);
    }

    static void put(Db db, ColumnFamily family, String key, String value) throws IOException {
        db.put(family, bytes(key), bytes(value));
    }

    /** Writes keys row0000, row0001… with compressible values. */
    static void rows(Db db, int count) throws IOException {
        for (int row = 0; row < count; row++) {
            put(db, "row%04d".formatted(row), "value ".repeat(10) + row);
        }
    }

    /** Converts each character to a byte, as in {@code "\u00ff"}. */
    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    int run(Object... arguments) {
        String[] words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        return commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }

    private CommandLine commandLine() {
        return new CommandLine(new DbCommand(), new CommandLine.IFactory() {
            @Override
            public <T> T create(Class<T> type) throws Exception {
                if (type == ScanCommand.class) {
                    return type.cast(new ScanCommand(() -> new RawOutput(bytes)));
                }
                if (type == GetCommand.class) {
                    return type.cast(new GetCommand(() -> new RawOutput(bytes)));
                }
                return CommandLine.defaultFactory().create(type);
            }
        });
    }

    /** Returns the output of {@code scan} and {@code get}, one character per byte. */
    String raw() {
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    List<String> out() {
        return out.toString().lines().toList();
    }

    String err() {
        return err.toString();
    }

    /** Returns the output, parsed as one JSON object per line. */
    List<Map<String, Object>> json() {
        return out().stream().map(Json::object).toList();
    }
}

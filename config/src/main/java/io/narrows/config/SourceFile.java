package io.narrows.config;

import io.narrows.config.yaml.Contents;
import io.narrows.config.yaml.Place;
import io.narrows.config.yaml.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The text of a file, of bounded size and valid UTF-8. */
public final class SourceFile {
    /** Maximum size of a file. */
    public static final int MAX_BYTES = 1 << 20;

    private SourceFile() {}

    /** Reads the text; empty if the file cannot be read, after the reason is reported. */
    public static Optional<String> read(Path file, Problems problems) {
        return read(file, Contents.CONFIGURATION, problems);
    }

    /** Reads the text of a file that is not a configuration; empty if it cannot be read, after the reason is reported. */
    static Optional<String> read(Path file, Contents contents, Problems problems) {
        Place whole = Place.of(file.toString());
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length <= MAX_BYTES) {
                return decode(bytes, file.toString(), problems);
            }
            problems.report(whole, "the file is larger than 1 MiB", contents.noun());
        } catch (NoSuchFileException e) {
            problems.report(whole, "the file does not exist", contents.noun());
        } catch (AccessDeniedException e) {
            problems.report(whole, "this user has no permission to read the file", contents.noun());
        } catch (IOException e) {
            problems.report(whole, "the file cannot be read (" + e.getMessage() + ")", contents.noun());
        }
        return Optional.empty();
    }

    private static Optional<String> decode(byte[] bytes, String name, Problems problems) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        String text = out.flip().toString();
        if (result.isError()) {
            problems.report(Place.after(name, text), "invalid UTF-8", "a UTF-8 text file");
            return Optional.empty();
        }
        return Optional.of(text);
    }
}

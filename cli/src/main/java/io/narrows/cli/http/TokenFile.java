package io.narrows.cli.http;

import io.narrows.terminal.output.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A file that contains a bearer token (RFC 6750) and nothing else. */
public final class TokenFile {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    private TokenFile() {}

    /** @throws IOException if it cannot be read, or contains something else; the message names the file */
    public static String read(Path file) throws IOException {
        String token;
        try {
            token = Files.readString(file).strip();
        } catch (IOException e) {
            throw new IOException("cannot read --token-file " + file + ": " + Reason.of(e), e);
        }
        if (!TOKEN.matcher(token).matches()) {
            throw new IOException("--token-file " + file + " must contain a bearer token and nothing else");
        }
        return token;
    }
}

package io.narrows.cli.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A file that contains a bearer token (RFC 6750) and nothing else. */
final class TokenFile {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    private TokenFile() {}

    static String read(Path file) throws ReportException {
        String token;
        try {
            token = Files.readString(file).strip();
        } catch (IOException e) {
            throw new ReportException("cannot read --token-file " + file + ": " + e, e);
        }
        if (!TOKEN.matcher(token).matches()) {
            throw new ReportException("--token-file " + file + " must contain a bearer token and nothing else");
        }
        return token;
    }
}

package io.narrows.proxy.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authorizes POST requests, which change the sidecar's state: clients must connect from a loopback address or present
 * the token of {@code admin.token-file}. The file is read for each request with a token, so that a new token needs no
 * restart.
 */
final class AdminAccess {
    /** Minimum length of a token in bytes; shorter tokens could be guessed. */
    static final int MIN_TOKEN_BYTES = 16;

    private static final Logger LOG = LoggerFactory.getLogger(AdminAccess.class);
    private static final int MAX_TOKEN_BYTES = 4096;
    private static final String SCHEME = "Bearer ";

    private final Optional<Path> tokenFile;

    /** @throws IOException if a configured token cannot be read or is too short; the message names the file */
    AdminAccess(Optional<Path> tokenFile) throws IOException {
        this.tokenFile = tokenFile;
        if (tokenFile.isPresent()) {
            token(tokenFile.get());
        }
    }

    /** Returns the response that rejects the request; empty if it is permitted. */
    Optional<Response> objection(HttpMethod method, InetAddress client, String authorization) {
        if (!method.equals(HttpMethod.POST) || client.isLoopbackAddress() || isTheToken(authorization)) {
            return Optional.empty();
        }
        String expected = tokenFile.isPresent()
                ? "a loopback address, or Authorization: Bearer with the token in admin.token-file"
                : "a loopback address, or the token of admin.token-file, which is not configured";
        return Optional.of(Response.text(
                HttpResponseStatus.FORBIDDEN,
                "POST from " + client.getHostAddress() + " without the token, expected " + expected));
    }

    /** Returns the credentials of a request, or an empty string. */
    static String authorization(HttpRequest request) {
        return request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
    }

    private boolean isTheToken(String authorization) {
        if (tokenFile.isEmpty() || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        byte[] given = authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        try {
            return MessageDigest.isEqual(
                    token(tokenFile.get()),
                    given); // in constant time, so that timing does not reveal a matching prefix
        } catch (IOException e) {
            LOG.atWarn().addKeyValue("detail", e.getMessage()).log("admin token not available; request rejected");
            return false;
        }
    }

    private static byte[] token(Path file) throws IOException {
        String text;
        try (var in = Files.newInputStream(file)) {
            text = new String(in.readNBytes(MAX_TOKEN_BYTES), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new IOException("cannot read admin.token-file " + file + ": " + e.getMessage(), e);
        }
        byte[] token = text.getBytes(StandardCharsets.UTF_8);
        if (token.length < MIN_TOKEN_BYTES) {
            throw new IOException("the token in admin.token-file " + file + " has " + token.length
                    + " bytes (expected: " + MIN_TOKEN_BYTES + "-" + MAX_TOKEN_BYTES + ")");
        }
        return token;
    }
}

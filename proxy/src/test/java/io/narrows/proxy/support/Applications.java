package io.narrows.proxy.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Plain sockets of the applications at both ends of a pair, and their content. */
public final class Applications {
    private Applications() {}

    public static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        return socket;
    }

    public static void echo(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        assertThat(socket.getInputStream().readNBytes(text.length())).asString().isEqualTo(text);
    }

    public static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    public static void shutOutput(Socket socket) {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public static CompletableFuture<Void> write(Socket socket, byte[] bytes) {
        return CompletableFuture.runAsync(() -> {
            try {
                OutputStream out = socket.getOutputStream();
                out.write(bytes);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    /** Returns alternating text and noise, so that bypass, stored blocks and matches all occur. */
    public static byte[] halfCompressible(int length, long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[length];
        int at = 0;
        while (at < length) {
            int run = Math.min(length - at, 1 + random.nextInt(300_000));
            if (random.nextBoolean()) {
                for (int i = 0; i < run; i++) {
                    bytes[at + i] = (byte) ("{\"key\":\"value-" + seed + "\"}").charAt((at + i) % 16);
                }
            } else {
                byte[] noise = new byte[run];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, bytes, at, run);
            }
            at += run;
        }
        return bytes;
    }

    public static String readHead(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }
}

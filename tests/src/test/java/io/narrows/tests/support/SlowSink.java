package io.narrows.tests.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.zip.CRC32C;

/** A process on a host that accepts one connection and finally prints the number of received bytes and their CRC32C. */
public final class SlowSink {
    private SlowSink() {}

    /** Starts a sink, which listens on all addresses of the host after a moment. */
    public static Server start(Host host, int port) {
        return host.start("sink", TestProgram.command(SlowSink.class, Integer.toString(port)));
    }

    /** Returns the output of a sink that receives these bytes. */
    public static String report(byte[] content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        return content.length + " bytes " + Long.toHexString(checksum.getValue());
    }

    /** Takes the port. */
    public static void main(String... args) throws IOException {
        try (ServerSocket server = new ServerSocket(Integer.parseInt(args[0]), 1, InetAddress.getByName("0.0.0.0"))) {
            System.out.println("listening");
            try (Socket socket = server.accept()) {
                System.out.println(report(socket.getInputStream().readAllBytes()));
            }
        }
    }
}

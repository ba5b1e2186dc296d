package io.narrows.proxy.capture;

import io.narrows.config.Capture;
import io.narrows.config.CaptureMarks;
import io.narrows.config.ConnectCapture;
import io.narrows.config.ListenerCapture;
import io.narrows.config.Socks5Capture;
import io.narrows.config.TransparentCapture;
import io.netty.channel.Channel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The active captures. Used by one thread at a time. */
public final class Captures {
    private final CaptureEnvironment environment;
    private final List<CaptureServer> running = new ArrayList<>();

    public Captures(CaptureEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Applies a configuration: opens new captures, closes removed ones, and leaves the others alone.
     *
     * @throws IOException if an address cannot be bound; captures opened before it stay open
     */
    public void applyConfig(List<Capture> wanted) throws IOException {
        boolean transparent =
                wanted.stream().anyMatch(capture -> capture.asTransparent().isPresent());
        environment.sockets().markDialed(transparent ? CaptureMarks.OWN : 0);
        List<CaptureServer> gone = running.stream()
                .filter(server -> !wanted.contains(server.capture()))
                .toList();
        for (CaptureServer server : gone) {
            server.close();
            running.remove(server);
        }
        for (Capture capture : wanted) {
            if (running.stream().noneMatch(server -> server.capture().equals(capture))) {
                running.add(open(capture));
            }
        }
    }

    /** Returns the port of an active capture. */
    public int port(Capture capture) {
        return running.stream()
                .filter(server -> server.capture().equals(capture))
                .findFirst()
                .orElseThrow()
                .port();
    }

    /** Stops capturing; captured connections continue. */
    public void close() {
        for (CaptureServer server : running) {
            server.close();
        }
        running.clear();
    }

    private CaptureServer open(Capture capture) throws IOException {
        if (capture.asTransparent().isPresent()) {
            TransparentNeeds.require(capture.asTransparent().get(), environment.sockets());
        }
        return new CaptureServer(
                environment.sockets(),
                capture,
                capture.match(this::listener, this::connect, this::socks5, this::transparent));
    }

    private Consumer<Channel> listener(ListenerCapture capture) {
        return accepted -> accepted.pipeline().addLast("capture", new AcceptedConnection(environment, capture));
    }

    private Consumer<Channel> connect(ConnectCapture capture) {
        return accepted -> ConnectRequest.handle(accepted, environment);
    }

    private Consumer<Channel> socks5(Socks5Capture capture) {
        return accepted -> Socks5Request.handle(accepted, environment);
    }

    private Consumer<Channel> transparent(TransparentCapture capture) {
        return accepted -> accepted.pipeline().addLast("capture", new TransparentConnection(environment, capture));
    }
}

package io.narrows.bench.tunnel;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two sidecars started by {@code bin/narrows}.
 *
 * @param codec for everything
 * @param linger how long data waits for more, as in the configuration ({@code 1ms}); empty for no wait
 * @param tls whether links use mutual TLS
 * @param through whether the sidecars also end and begin the TLS of client and server
 * @param builds the sidecars' checkouts
 * @param way how the near sidecar gets its connections
 */
record NarrowsPeer(CodecSpec codec, String linger, boolean tls, boolean through, Jvm jvm, Builds builds, Way way)
        implements Peer {
    private static final String NEAR = "near";
    private static final String FAR = "far";
    private static final String LINGER = "linger=";
    private static final String JDK = "jdk=";
    private static final String AT = "at=";
    private static final String FAR_AT = "far-at=";

    /** A way for connections into the near sidecar. */
    enum Way {
        LISTEN(""),
        /** The same, as a peer of its own: the differences from the first show what differences mean. */
        LISTEN_AGAIN("again"),
        TRANSPARENT("transparent");

        private final String option;

        Way(String option) {
            this.option = option;
        }

        private String label() {
            return option.isEmpty() ? "" : ", " + option;
        }
    }

    @Override
    public String label() {
        return "narrows " + codec + (linger.isEmpty() ? "" : " linger " + linger) + (tls && !through ? " + mTLS" : "")
                + (through ? TLS_LABEL : "")
                + jvm.label()
                + builds.label()
                + way.label();
    }

    @Override
    public Map<String, String> programs() {
        Map<String, String> programs = new HashMap<>();
        if (tls) {
            programs.putAll(CERTIFICATE_PROGRAMS);
        }
        if (way == Way.TRANSPARENT) {
            programs.putAll(KernelRules.PROGRAMS);
        }
        return programs;
    }

    @Override
    public Route route(Route ports, Path directory) throws IOException {
        Route route = way == Way.TRANSPARENT ? ports.intercepted() : ports;
        return through ? route.encrypted(directory) : route;
    }

    @Override
    public Closeable intercept(Route route, Path directory) throws IOException {
        return way == Way.TRANSPARENT ? KernelRules.apply(builds.nearLauncher(), file(directory, NEAR)) : () -> {};
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public boolean compresses() {
        return codec.codec() != Codec.NONE;
    }

    @Override
    public Optional<Ends> ends(Route route, Path directory) throws IOException {
        Certificates certificates = tls ? new Certificates(directory) : null;
        Path far = write(
                directory,
                FAR,
                certificates,
                """
                link: {listen: 127.0.0.1:%d, drain: 1s%%s}
                peers: [{id: near, region: us-east-1, zone: us-east-1a, host: near, link: 127.0.0.1:%d%s}]
                %s
                admin: {listen: 127.0.0.1:%d}
                """.formatted(
                                route.egress().getPort(),
                                route.spare(0),
                                ip(Route.CLIENT_HOST),
                                way == Way.TRANSPARENT ? transparent(route.spare(3), route) : "",
                                adminPort(route, FAR)),
                route);
        Path near = write(
                directory,
                NEAR,
                certificates,
                """
                link: {listen: 127.0.0.1:%d, drain: 1s%%s}
                peers: [{id: far, region: eu-west-1, zone: eu-west-1a, host: far, link: 127.0.0.1:%d%s}]
                %s
                admin: {listen: 127.0.0.1:%d}
                """.formatted(
                                route.spare(0),
                                route.hop().getPort(),
                                ip(Route.SERVER_HOST),
                                way == Way.TRANSPARENT
                                        ? transparent(route.ingress().getPort(), route)
                                        : "capture: [{listen: 127.0.0.1:%d, peer: far, target: work, class: replication%s}]"
                                                .formatted(
                                                        route.ingress().getPort(),
                                                        route.tls()
                                                                .map(NarrowsPeer::tlsKeys)
                                                                .orElse("")),
                                adminPort(route, NEAR)),
                route);
        List<String> farCommand = command(jvm, builds.farLauncher(), far);
        return Optional.of(new Ends(
                way == Way.TRANSPARENT ? KernelRules.exempt(farCommand) : farCommand,
                command(jvm, builds.nearLauncher(), near)));
    }

    private String ip(String host) {
        return way == Way.TRANSPARENT ? ", ip: [" + host + "]" : "";
    }

    private String transparent(int port, Route route) {
        return "capture: [{transparent: 127.0.0.1:%d, ports: [%d], source: keep, class: replication%s%s}]"
                .formatted(
                        port,
                        route.exit().getPort(),
                        tls ? "" : ", plaintext: true",
                        route.tls().map(NarrowsPeer::tlsKeys).orElse(""));
    }

    @Override
    public boolean ready(Route route) throws IOException {
        return ready(adminPort(route, NEAR)) && ready(adminPort(route, FAR));
    }

    /** Returns whether the sidecar with that admin port reports that it is ready. */
    static boolean ready(int adminPort) throws IOException {
        URL page = URI.create("http://127.0.0.1:" + adminPort + "/readyz").toURL();
        try {
            return ((HttpURLConnection) page.openConnection()).getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (ConnectException e) {
            return false; // its captures listen before its admin port
        }
    }

    /**
     * Returns the answer of a sidecar's admin port.
     *
     * @param path such as {@code /metrics}
     */
    static String page(int adminPort, String path) throws IOException {
        URL url = URI.create("http://127.0.0.1:" + adminPort + path).toURL();
        try (InputStream answer = url.openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int adminPort(Route route, String id) {
        return route.spare(id.equals(NEAR) ? 1 : 2);
    }

    private Path write(Path directory, String id, Certificates certificates, String sections, Route route)
            throws IOException {
        String region = id.equals(NEAR) ? "us-east-1" : "eu-west-1";
        return Files.writeString(
                file(directory, id),
                """
                version: 1
                node: {id: %s, region: %s, zone: %2$sa, host: %1$s}
                targets: {work: {address: '%s:%d'%s}}
                policy: [{codec: %s%s%s}]
                """.formatted(
                                        id,
                                        region,
                                        route.exit().getHostString(),
                                        route.exit().getPort(),
                                        route.tls()
                                                .map(database -> ", peers: [near], tls: {%s, server-name: %s}"
                                                        .formatted(files(database), Route.SERVER_NAME))
                                                .orElse(""),
                                        codec.codec().label(),
                                        Levels.of(codec.codec()).exist() ? ", level: " + codec.level() : "",
                                        linger.isEmpty() ? "" : ", linger: " + linger)
                        + sections.formatted(tls ? tlsKeys(certificates.node(id)) : ""));
    }

    private static Path file(Path directory, String id) {
        return directory.resolve(id + ".yaml");
    }

    private static String tlsKeys(Identity identity) {
        return ", tls: {%s}".formatted(files(identity));
    }

    private static String files(Identity identity) {
        return "cert: %s, key: %s, ca: %s".formatted(identity.cert(), identity.key(), identity.ca());
    }

    /** Returns the command for a sidecar of this checkout. */
    static List<String> command(Jvm jvm, Path config) throws IOException {
        return command(jvm, Builds.ownLauncher(), config);
    }

    private static List<String> command(Jvm jvm, Path launcher, Path config) throws IOException {
        List<String> command = new ArrayList<>(jvm.prefix());
        command.addAll(List.of(launcher.toString(), "run", "--config", config.toString()));
        return List.copyOf(command);
    }

    /**
     * Parses {@code zstd:1+linger=1ms+mtls+jdk=17+c1}. {@code +at} sets the checkout of both sidecars; a later
     * {@code +far-at} sets that of the delivering one alone.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    static NarrowsPeer parse(String text) {
        List<String> parts = List.of(text.split("\\+"));
        NarrowsPeer peer =
                new NarrowsPeer(codec(parts.get(0)), "", false, false, Jvm.AS_SHIPPED, Builds.OWN, Way.LISTEN);
        for (String extra : parts.subList(1, parts.size())) {
            peer = peer.with(extra);
        }
        return peer;
    }

    private NarrowsPeer with(String extra) {
        if (extra.equals("mtls")) {
            return new NarrowsPeer(codec, linger, true, through, jvm, builds, way);
        }
        if (extra.equals("tls")) {
            return new NarrowsPeer(codec, linger, true, true, jvm, builds, way);
        }
        if (extra.startsWith(LINGER)) {
            return new NarrowsPeer(codec, extra.substring(LINGER.length()), tls, through, jvm, builds, way);
        }
        if (extra.startsWith(JDK)) {
            return new NarrowsPeer(
                    codec, linger, tls, through, new Jvm(extra.substring(JDK.length()), jvm.change()), builds, way);
        }
        if (extra.startsWith(FAR_AT)) {
            Path far = Builds.checkout(extra.substring(FAR_AT.length()));
            return new NarrowsPeer(codec, linger, tls, through, jvm, new Builds(builds.near(), far), way);
        }
        if (extra.startsWith(AT)) {
            Path checkout = Builds.checkout(extra.substring(AT.length()));
            return new NarrowsPeer(codec, linger, tls, through, jvm, new Builds(checkout, checkout), way);
        }
        for (Way other : List.of(Way.LISTEN_AGAIN, Way.TRANSPARENT)) {
            if (extra.equals(other.option)) {
                return new NarrowsPeer(codec, linger, tls, through, jvm, builds, other);
            }
        }
        Jvm.Change change = Jvm.Change.parse(extra)
                .orElseThrow(() -> new IllegalArgumentException("'+" + extra
                        + "' (expected: +mtls, +tls, +linger=DURATION, +jdk=MAJOR, +at=CHECKOUT, +far-at=CHECKOUT, +transparent, +again, +"
                        + Jvm.Change.OPTIONS + ")"));
        return new NarrowsPeer(codec, linger, tls, through, new Jvm(jvm.major(), change), builds, way);
    }

    private static CodecSpec codec(String text) {
        String[] parts = text.split(":", 2);
        Codec codec = List.of(Codec.values()).stream()
                .filter(one -> one.label().equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown codec '" + parts[0] + "'"));
        return parts.length == 1 ? CodecSpec.of(codec) : CodecSpec.of(codec, Integer.parseInt(parts[1]));
    }
}

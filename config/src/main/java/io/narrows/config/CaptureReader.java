package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlEntry;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads {@code capture}. Each item has the keys of its mode; the first of them identifies the mode. */
final class CaptureReader {
    static final Keys LISTENER =
            Keys.of("listener capture").required("listen", "peer", "target").optional("class", "exposed", "tls");
    static final Keys CONNECT = Keys.of("connect capture").required("connect").optional("exposed");
    static final Keys SOCKS5 = Keys.of("socks5 capture").required("socks5").optional("exposed");
    static final Keys TRANSPARENT = Keys.of("transparent capture")
            .required("transparent", "ports")
            .optional("mode", "source", "plaintext", "fail", "allow-downgrade", "class", "tls");

    private static final List<String> MODES = List.of("listen", "connect", "socks5", "transparent");
    private static final String ONE_MODE = "one of listen, connect, socks5 and transparent";
    private static final Keys NO_MODE = Keys.of("capture")
            .optional(Stream.of(LISTENER, CONNECT, SOCKS5, TRANSPARENT)
                    .flatMap(keys -> keys.known().stream())
                    .distinct()
                    .toArray(String[]::new));
    private static final Map<String, Boolean> FAIL = Map.of("closed", false, "open", true);
    private static final String PORT = "a port from 1 to 65535";

    private final References names;
    private final ListenAddresses listens;
    private final DatabaseTlsReader databaseTls;
    private final Map<HostPort, YamlValue> places = new HashMap<>();
    private final TransparentChecks transparents = new TransparentChecks();

    CaptureReader(References names, ListenAddresses listens, DatabaseTlsReader databaseTls) {
        this.names = names;
        this.listens = listens;
        this.databaseTls = databaseTls;
    }

    Optional<List<Capture>> read(YamlValue value) {
        return value.items("a list of captures")
                .map(items ->
                        items.stream().flatMap(item -> capture(item).stream()).toList());
    }

    /** Returns the position of a capture's address in the file, for problems found later. */
    YamlValue place(ListenerCapture capture) {
        return Objects.requireNonNull(places.get(capture.listen()));
    }

    /** Checks what depends on other sections of the file. */
    void check(Config config) {
        transparents.check(config);
    }

    private Optional<Capture> capture(YamlValue value) {
        return value.entries("a map with " + ONE_MODE).flatMap(entries -> capture(value, entries));
    }

    private Optional<Capture> capture(YamlValue value, List<YamlEntry> entries) {
        List<String> modes =
                entries.stream().map(YamlEntry::key).filter(MODES::contains).toList();
        if (modes.size() != 1) {
            value.wrong(
                    modes.isEmpty() ? "capture has no mode" : "capture has both " + String.join(" and ", modes),
                    ONE_MODE);
            value.map(NO_MODE);
            return Optional.empty();
        }
        return switch (modes.get(0)) {
            case "connect" -> value.map(CONNECT).flatMap(this::connect);
            case "socks5" -> value.map(SOCKS5).flatMap(this::socks5);
            case "transparent" -> value.map(TRANSPARENT).flatMap(this::transparent);
            default -> value.map(LISTENER).flatMap(this::listener);
        };
    }

    private Optional<Capture> connect(YamlMap map) {
        boolean exposed = exposed(map);
        return map.read("connect", listens::read).map(listen -> new ConnectCapture(listen, exposed));
    }

    private Optional<Capture> socks5(YamlMap map) {
        boolean exposed = exposed(map);
        return map.read("socks5", listens::read).map(listen -> new Socks5Capture(listen, exposed));
    }

    private Optional<Capture> transparent(YamlMap map) {
        Optional<HostPort> listen =
                map.read("transparent", at -> listens.read(at).filter(found -> isIp(at, found)));
        Optional<List<Integer>> ports = map.read("ports", CaptureReader::ports);
        Interception mode =
                map.read("mode", word -> word.word(Interception.BY_LABEL)).orElse(Interception.REDIRECT);
        Optional<SourceAddress> source = map.read("source", word -> word.word(SourceAddress.BY_LABEL));
        boolean plaintext = map.read("plaintext", YamlValue::bool).orElse(false);
        boolean failOpen = map.read("fail", word -> word.word(FAIL)).orElse(false);
        boolean allowDowngrade = map.read("allow-downgrade", YamlValue::bool).orElse(false);
        TrafficClass type = map.read("class", Names::trafficClass).orElse(TrafficClass.DEFAULT);
        Optional<TerminatedTls> tls = map.read("tls", databaseTls::terminated);
        Optional<TransparentCapture> capture = listen.flatMap(at -> ports.map(
                all -> new TransparentCapture(at, all, mode, source, plaintext, failOpen, allowDowngrade, type, tls)));
        capture.ifPresent(read -> transparents.remember(read, map));
        return capture.map(Function.identity());
    }

    /** The kernel hands over connections of one address family, so a name would leave open which. */
    private static boolean isIp(YamlValue value, HostPort address) {
        if (IpAddress.parse(address.host()).isPresent()) {
            return true;
        }
        value.wrong(
                Words.quote(address.host()) + " is a host name",
                "an IP address such as 127.0.0.1:15001 or [::1]:15001");
        return false;
    }

    private static Optional<List<Integer>> ports(YamlValue value) {
        return value.items("a list of ports").map(items -> {
            if (items.isEmpty()) {
                value.wrong("ports is empty", "the ports of the databases to capture");
            }
            List<Integer> ports = new ArrayList<>();
            for (YamlValue item : items) {
                item.integer(1, 65535, PORT).ifPresent(port -> {
                    if (ports.contains(port)) {
                        item.wrong("port " + port + " is listed twice", "each port only once");
                    }
                    ports.add(port);
                });
            }
            return ports;
        });
    }

    private Optional<Capture> listener(YamlMap map) {
        Optional<PeerId> peer = map.read("peer", names::peer);
        // In a file that all nodes share, a listener to this node is a capture of the others.
        boolean toThisNode = peer.filter(names::isThisNode).isPresent();
        Optional<HostPort> listen = map.read("listen", at -> {
            Optional<HostPort> address = toThisNode ? Addresses.read(at) : listens.read(at);
            address.ifPresent(known -> places.put(known, at));
            return address;
        });
        Optional<TargetName> target = map.read("target", names::target);
        TrafficClass type = map.read("class", Names::trafficClass).orElse(TrafficClass.DEFAULT);
        boolean exposed = exposed(map);
        Optional<TerminatedTls> tls = map.read("tls", databaseTls::terminated);
        Optional<Capture> capture = listen.flatMap(
                at -> peer.flatMap(p -> target.map(t -> new ListenerCapture(at, p, t, type, exposed, tls))));
        return capture.filter(read -> !toThisNode);
    }

    private static boolean exposed(YamlMap map) {
        return map.read("exposed", YamlValue::bool).orElse(false);
    }
}

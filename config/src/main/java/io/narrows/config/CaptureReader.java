package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlEntry;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads {@code capture}. Each item has the keys of its mode; the first of them identifies the mode. */
final class CaptureReader {
    static final Keys LISTENER =
            Keys.of("listener capture").required("listen", "peer", "target").optional("class", "exposed");
    static final Keys CONNECT = Keys.of("connect capture").required("connect").optional("exposed");

    private static final Keys NO_MODE =
            Keys.of("capture").optional("listen", "peer", "target", "class", "connect", "exposed");
    private static final List<String> LATER = List.of("socks5", "transparent");
    private static final String MODES = "either listen or connect";

    private final References names;
    private final ListenAddresses listens;
    private final Map<HostPort, YamlValue> places = new HashMap<>();

    CaptureReader(References names, ListenAddresses listens) {
        this.names = names;
        this.listens = listens;
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

    private Optional<Capture> capture(YamlValue value) {
        return value.entries("a map with " + MODES).flatMap(entries -> capture(value, byKey(entries)));
    }

    private Optional<Capture> capture(YamlValue value, Map<String, YamlEntry> entries) {
        for (String mode : LATER) {
            if (entries.containsKey(mode)) {
                entries.get(mode).name().wrong("capture mode \"" + mode + "\" is not available yet", MODES);
                return Optional.empty();
            }
        }
        boolean listens = entries.containsKey("listen");
        boolean connects = entries.containsKey("connect");
        if (listens == connects) {
            value.wrong(
                    listens ? "capture has both listen and connect" : "capture has neither listen nor connect", MODES);
            value.map(NO_MODE);
            return Optional.empty();
        }
        return listens
                ? value.map(LISTENER).flatMap(this::listener)
                : value.map(CONNECT).flatMap(this::connect);
    }

    private Optional<Capture> connect(YamlMap map) {
        boolean exposed = exposed(map);
        return map.read("connect", listens::read).map(listen -> new ConnectCapture(listen, exposed));
    }

    private Optional<Capture> listener(YamlMap map) {
        Optional<HostPort> listen = map.read("listen", at -> {
            Optional<HostPort> address = listens.read(at);
            address.ifPresent(known -> places.put(known, at));
            return address;
        });
        Optional<PeerId> peer = map.read("peer", names::peer);
        Optional<TargetName> target = map.read("target", names::target);
        TrafficClass type = map.read("class", Names::trafficClass).orElse(TrafficClass.DEFAULT);
        boolean exposed = exposed(map);
        return listen.flatMap(at -> peer.flatMap(p -> target.map(t -> new ListenerCapture(at, p, t, type, exposed))));
    }

    private static boolean exposed(YamlMap map) {
        return map.read("exposed", YamlValue::bool).orElse(false);
    }

    private static Map<String, YamlEntry> byKey(List<YamlEntry> entries) {
        return entries.stream().collect(Collectors.toMap(YamlEntry::key, Function.identity()));
    }
}

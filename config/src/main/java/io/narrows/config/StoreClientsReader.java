package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the keys of {@code store} about its clients. As with links, an address that other machines can reach must be
 * encrypted.
 */
final class StoreClientsReader {
    private static final Pattern URL = Pattern.compile("(https?)://([^/]*)/?");
    private static final String URL_EXPECTED = "a URL such as http://store-1.example:2379 or https://10.0.0.1:2379";

    private final ListenAddresses listens;
    private final TlsReader tls;

    StoreClientsReader(ListenAddresses listens, TlsReader tls) {
        this.listens = listens;
        this.tls = tls;
    }

    StoreClients read(YamlMap store) {
        Optional<ServerTls> files = store.read("tls", tls::readServer);
        boolean plaintext = store.read("plaintext", YamlValue::bool).orElse(false);
        if (store.has("tls") && store.has("plaintext")) {
            store.wrongKey("plaintext", "store has both tls and plaintext", "only one of them");
        }
        boolean open = !store.has("tls") && !plaintext;
        List<HostPort> listen = store.get("listen-clients")
                .map(value -> list(value, "addresses", at -> address(at, open)))
                .orElseGet(this::standard);
        List<String> advertised = store.get("advertise-clients")
                .map(value -> list(value, "URLs", StoreClientsReader::url))
                .orElseGet(() -> advertised(store, listen));
        return new StoreClients(listen, advertised, files, plaintext);
    }

    private List<HostPort> standard() {
        return List.of(listens.reserve(StoreClients.DEFAULT_LISTEN, "store.listen-clients"));
    }

    private Optional<HostPort> address(YamlValue value, boolean inTheClear) {
        Optional<HostPort> address = listens.readOfStore(value);
        address.filter(at -> inTheClear && !at.isLoopback())
                .ifPresent(at -> value.wrong(
                        "store.listen-clients " + at + " accepts unencrypted connections from other machines",
                        "tls, plaintext: true, or a loopback address"));
        return address;
    }

    private static List<String> advertised(YamlMap store, List<HostPort> listen) {
        listen.stream()
                .filter(HostPort::isWildcard)
                .findFirst()
                .ifPresent(all -> store.get("listen-clients")
                        .ifPresent(value -> value.wrong(
                                "listen-clients " + all + " does not tell clients where to reach this node",
                                "advertise-clients to be set")));
        String scheme = store.has("tls") ? "https://" : "http://";
        return listen.stream().map(address -> scheme + address).toList();
    }

    private static Optional<String> url(YamlValue value) {
        return value.text(URL_EXPECTED).flatMap(text -> {
            Matcher matcher = URL.matcher(text);
            try {
                if (matcher.matches() && HostPort.parse(matcher.group(2)).port() > 0) {
                    return Optional.of(matcher.group(1) + "://" + matcher.group(2));
                }
                value.wrong(Words.quote(text) + " is not a valid URL", URL_EXPECTED);
            } catch (IllegalArgumentException e) {
                value.wrong(e.getMessage(), URL_EXPECTED);
            }
            return Optional.empty();
        });
    }

    private static <T> List<T> list(YamlValue value, String what, Function<YamlValue, Optional<T>> reader) {
        String expected = "a list of " + what + " with at least one item";
        List<YamlValue> items = value.items(expected).orElse(List.of());
        if (value.unreported().items(expected).filter(List::isEmpty).isPresent()) {
            value.wrong(value.what() + " is empty", expected);
        }
        return items.stream().flatMap(item -> reader.apply(item).stream()).toList();
    }
}

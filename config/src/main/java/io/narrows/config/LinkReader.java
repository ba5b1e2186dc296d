package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code link}. A listener that other machines can reach must be encrypted, unless the file explicitly allows plain
 * text.
 */
final class LinkReader {
    static final Keys KEYS = Keys.of("link")
            .required("listen")
            .optional(
                    "tls",
                    "plaintext",
                    "max-links",
                    "min-idle",
                    "drain",
                    "transport",
                    "threads",
                    "tcp-mss",
                    "context-memory",
                    "warm-up",
                    "place-check",
                    "liveness")
            .former(Map.of("ready", "min-idle", "max-segment", "tcp-mss", "place", "place-check"));

    static final Duration MAX_DRAIN = Duration.ofHours(1);
    static final Duration MAX_WARM_UP = Duration.ofMinutes(1);
    static final Duration MIN_LIVENESS = Duration.ofSeconds(3); // links are checked once a second
    static final Duration MAX_LIVENESS = Duration.ofMinutes(10);
    static final int MIN_MSS = 88; // the minimum of Linux
    static final int MAX_MSS = 32_767;
    static final long MIN_CONTEXT_MEMORY = 1L << 20;
    static final long MAX_CONTEXT_MEMORY = 64L << 30;

    /** A placeholder for an address that could not be read, so that reading continues with the other keys. */
    private static final HostPort UNKNOWN = new HostPort("127.0.0.1", 0);

    private final ListenAddresses listens;
    private final TlsReader tls;

    LinkReader(ListenAddresses listens, Path folder) {
        this.listens = listens;
        this.tls = new TlsReader(folder);
    }

    Optional<LinkSettings> read(YamlValue value) {
        return value.map(KEYS).flatMap(link -> {
            Optional<HostPort> listen = link.read("listen", listens::read);
            Optional<TlsFiles> files = link.read("tls", tls::read);
            boolean plaintext = link.read("plaintext", YamlValue::bool).orElse(false);
            if (link.has("tls") && link.has("plaintext")) {
                link.wrongKey("plaintext", "link has both tls and plaintext", "only one of them");
            }
            listen.ifPresent(address -> requireProtection(link, address, plaintext));
            LinkSettings settings = settings(link, listen.orElse(UNKNOWN), files, plaintext);
            return listen.map(address -> settings);
        });
    }

    private static void requireProtection(YamlMap link, HostPort listen, boolean plaintext) {
        if (!listen.isLoopback() && !link.has("tls") && !plaintext) {
            link.get("listen")
                    .ifPresent(value -> value.wrong(
                            "link.listen " + listen + " accepts unencrypted links from other machines",
                            "tls, plaintext: true, or a loopback address"));
        }
    }

    private static LinkSettings settings(YamlMap link, HostPort listen, Optional<TlsFiles> tls, boolean plaintext) {
        LinkSettings standard = LinkSettings.listening(listen);
        return new LinkSettings(
                listen,
                tls,
                plaintext,
                link.read("max-links", value -> value.integer(1, 1_000_000)).orElse(standard.maxLinks()),
                link.read("min-idle", value -> value.integer(0, 64)).orElse(standard.minIdle()),
                link.read("drain", value -> Durations.read(value, MAX_DRAIN)).orElse(standard.drain()),
                link.read("transport", value -> value.word(TransportKind.BY_LABEL))
                        .orElse(standard.transport()),
                link.read("threads", value -> value.integer(0, 1024)).orElse(standard.threads()),
                link.read("tcp-mss", value -> value.integer(MIN_MSS, MAX_MSS)).orElse(standard.tcpMss()),
                link.read("context-memory", value -> Sizes.read(value, MIN_CONTEXT_MEMORY, MAX_CONTEXT_MEMORY))
                        .orElse(standard.contextMemory()),
                link.read("warm-up", value -> Durations.read(value, MAX_WARM_UP)),
                link.read("place-check", value -> value.word(PlaceMode.BY_LABEL))
                        .orElse(standard.placeCheck()),
                link.read("liveness", value -> Durations.read(value, MIN_LIVENESS, MAX_LIVENESS))
                        .orElse(standard.liveness()));
    }
}

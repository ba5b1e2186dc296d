package io.narrows.config;

import io.narrows.config.PeerLookup.InDns;
import io.narrows.config.PeerLookup.InFiles;
import io.narrows.config.PeerLookup.InKubernetes;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code peers-from}. */
final class PeerSourcesReader {
    static final Keys KEYS = Keys.of("peer source")
            .optional("file", "dns", "kubernetes", "allow", "plaintext", "fallback", "allow-downgrade", "max-peers");

    static final int MOST_PEERS = 10_000;

    private static final List<String> LOOKUPS = List.of("file", "dns", "kubernetes");
    private static final String DNS = "a name with the port of links such as db-peers.example:15000, or the name of SRV"
            + " records such as _narrows._tcp.db.example";
    private static final String KUBERNETES =
            "a service and its port, such as db-peers:15000, db-peers:links or a-namespace/db-peers:15000";
    private static final Pattern SRV_NAME = Pattern.compile("_[A-Za-z0-9-]+\\._tcp\\..+");
    private static final String DNS_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    private static final Pattern SERVICE = Pattern.compile(
            "(?:(?<namespace>" + DNS_LABEL + ")/)?(?<service>" + DNS_LABEL + "):(?<port>[a-z0-9-]{1,15})");

    private record Read(PeerSource source, YamlMap map) {}

    private final ReadableFiles paths;
    private final List<Read> all = new ArrayList<>();
    private final Map<String, YamlValue> seen = new HashMap<>();

    PeerSourcesReader(Path folder) {
        this.paths = new ReadableFiles(folder, "the path of a file or a folder");
    }

    Optional<List<PeerSource>> read(YamlValue value) {
        return value.items("a list of sources of peers")
                .map(items ->
                        items.stream().flatMap(item -> source(item).stream()).toList());
    }

    /** Checks what depends on other sections of the file. */
    void check(Config config) {
        boolean encrypted = config.link().tls().isPresent();
        for (Read read : all) {
            checkProof(read, config.link().tls().map(TlsFiles::mode));
            if (encrypted
                    && read.source().fallback().equals(Optional.of(Fallback.PLAIN))
                    && !read.source().allowDowngrade()) {
                read.map()
                        .wrongKey(
                                "fallback",
                                "fallback: plain sends in plain text what link.tls would encrypt",
                                "no fallback, or allow-downgrade: true in this source");
            }
        }
    }

    /** A node that was only found is not trusted: its certificate, or the file, must say that it is. */
    private static void checkProof(Read read, Optional<TlsMode> mode) {
        boolean encrypted = mode.isPresent();
        PeerSource source = read.source();
        if (encrypted && source.allow().isEmpty()) {
            read.map()
                    .wrong(
                            "the source has no \"allow\"",
                            "the name in the certificates of its nodes, such as spiffe://example/db/{id} or {id}.db.example");
        }
        if (encrypted && source.plaintext() && !source.allowDowngrade()) {
            read.map()
                    .wrongKey(
                            "plaintext",
                            "plaintext: true accepts nodes without the certificates that link.tls asks for",
                            "no plaintext, or allow-downgrade: true in this source");
        }
        if (mode.equals(Optional.of(TlsMode.STRICT)) && source.plaintext()) {
            read.map()
                    .wrongKey(
                            "plaintext",
                            "plaintext: true has no effect, since link.tls.mode is strict",
                            "no plaintext, or mode: permissive in link.tls");
        }
        if (!encrypted && !source.plaintext()) {
            read.map()
                    .wrong(
                            "without link.tls, any process at an address that is found can be a peer",
                            "link.tls with allow, or plaintext: true in this source");
        }
        if (!encrypted && source.allow().isPresent()) {
            read.map()
                    .wrongKey(
                            "allow", "allow is about certificates, but there is no link.tls", "link.tls, or no allow");
        }
    }

    private Optional<PeerSource> source(YamlValue value) {
        return value.map(KEYS).flatMap(map -> {
            Optional<PeerLookup> lookup = lookup(map);
            Optional<CertificatePattern> allow = map.read("allow", PeerSourcesReader::pattern);
            boolean plaintext = map.read("plaintext", YamlValue::bool).orElse(false);
            Optional<Fallback> fallback = map.read("fallback", word -> word.word(Fallback.BY_LABEL));
            boolean downgrade = map.read("allow-downgrade", YamlValue::bool).orElse(false);
            int max = map.read("max-peers", number -> number.integer(1, MOST_PEERS))
                    .orElse(PeerSource.STANDARD_MAX_PEERS);
            Optional<PeerSource> source =
                    lookup.map(found -> new PeerSource(found, allow, plaintext, fallback, downgrade, max));
            source.filter(read -> !map.has("allow") || allow.isPresent())
                    .ifPresent(read -> all.add(new Read(read, map)));
            return source;
        });
    }

    private Optional<PeerLookup> lookup(YamlMap map) {
        List<String> present = LOOKUPS.stream().filter(map::has).toList();
        if (present.size() != 1) {
            map.wrong(
                    present.isEmpty()
                            ? "the source has no " + Words.or(LOOKUPS)
                            : "the source has " + Words.and(present),
                    "one of " + Words.or(LOOKUPS));
            return Optional.empty();
        }
        String key = present.get(0);
        Optional<PeerLookup> lookup = map.read(key, value -> switch (key) {
            case "file" -> file(value);
            case "dns" -> dns(value);
            default -> kubernetes(value);
        });
        return lookup.filter(
                found -> map.get(key).filter(value -> unique(found, value)).isPresent());
    }

    private boolean unique(PeerLookup lookup, YamlValue value) {
        YamlValue first = seen.putIfAbsent(lookup.key() + lookup.text(), value);
        if (first != null) {
            value.wrong(
                    Words.quote(lookup.text()) + " is already a source at line "
                            + first.place().line(),
                    "each source once");
        }
        return first == null;
    }

    private Optional<PeerLookup> file(YamlValue value) {
        return value.text(paths.expected()).flatMap(text -> {
            Optional<PeerLookup> lookup = paths.path(text).map(InFiles::new);
            if (lookup.isEmpty()) {
                value.wrong(Words.quote(text) + " is not a valid path", paths.expected());
            }
            return lookup;
        });
    }

    private static Optional<PeerLookup> dns(YamlValue value) {
        return value.text(DNS).flatMap(text -> dns(value, text));
    }

    private static Optional<PeerLookup> dns(YamlValue value, String text) {
        try {
            if (SRV_NAME.matcher(text).matches() && text.indexOf(':') < 0) {
                return Optional.of(new InDns(new HostPort(text, 0).host(), OptionalInt.empty()));
            }
            HostPort address = HostPort.parse(text);
            if (address.needsResolver() && address.port() > 0) {
                return Optional.of(new InDns(address.host(), OptionalInt.of(address.port())));
            }
            value.wrong(Words.quote(text) + (address.port() > 0 ? " is not a name" : " has port 0"), DNS);
        } catch (IllegalArgumentException e) {
            value.wrong(e.getMessage(), DNS);
        }
        return Optional.empty();
    }

    private static Optional<PeerLookup> kubernetes(YamlValue value) {
        return value.text(KUBERNETES).flatMap(text -> {
            Optional<PeerLookup> lookup = Optional.of(SERVICE.matcher(text))
                    .filter(Matcher::matches)
                    .filter(parts -> isPort(parts.group("port")))
                    .map(parts -> new InKubernetes(
                            Optional.ofNullable(parts.group("namespace")),
                            parts.group("service"),
                            parts.group("port")));
            if (lookup.isEmpty()) {
                value.wrong(Words.quote(text) + " does not name a service and a port", KUBERNETES);
            }
            return lookup;
        });
    }

    private static boolean isPort(String text) {
        Predicate<Integer> valid = port -> port > 0 && port <= 65_535;
        return !text.chars().allMatch(Character::isDigit) || text.length() <= 5 && valid.test(Integer.valueOf(text));
    }

    private static Optional<CertificatePattern> pattern(YamlValue value) {
        String expected = "a name with {id} in it once, such as spiffe://example/db/{id} or {id}.db.example";
        return value.text(expected).flatMap(text -> {
            Optional<CertificatePattern> pattern = CertificatePattern.parse(text);
            if (pattern.isEmpty()) {
                value.wrong(Words.quote(text) + " does not contain {id} exactly once", expected);
            }
            return pattern;
        });
    }
}

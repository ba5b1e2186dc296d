package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Suggestion;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads {@code grpc}, which only the middleware uses. */
final class GrpcReader {
    static final Keys KEYS = Keys.of("grpc").optional("methods", "places", "codecs", "min-size");
    static final Keys METHOD =
            Keys.of("grpc method").required("service", "class").optional("method");

    static final int MAX_MIN_SIZE = 1 << 20;

    private static final Pattern SERVICE = Pattern.compile("\\*|[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*\\.?\\*?");
    private static final Pattern NAME = Pattern.compile("\\*|[A-Za-z_][A-Za-z0-9_]*\\*?");
    static final Map<String, Codec> CODECS = Ordered.by(Codec::label, Codec.ZSTD, Codec.LZ4, Codec.SNAPPY, Codec.GZIP);

    private final GrpcPlaceReader places;

    GrpcReader(References names) {
        this.places = new GrpcPlaceReader(names);
    }

    /** @param peers the peers that could be read; the places of their addresses are those of the peers */
    Optional<GrpcSettings> read(YamlValue value, List<Peer> peers) {
        return value.map(KEYS).map(map -> {
            GrpcSettings standard = GrpcSettings.DEFAULT;
            return new GrpcSettings(
                    list(map, "methods", "a list of methods", GrpcReader::method)
                            .orElse(standard.methods()),
                    list(map, "places", "a list of places", item -> places.read(item, peers))
                            .orElse(standard.places()),
                    map.read("codecs", GrpcReader::codecs).orElse(standard.codecs()),
                    map.read("min-size", size -> Sizes.read(size, 0, MAX_MIN_SIZE))
                            .map(Long::intValue)
                            .orElse(standard.minSize()));
        });
    }

    private static <T> Optional<List<T>> list(
            YamlMap map, String key, String expected, Function<YamlValue, Optional<T>> reader) {
        return map.read(key, value -> value.items(expected))
                .map(items -> items.stream()
                        .flatMap(item -> reader.apply(item).stream())
                        .toList());
    }

    private static Optional<GrpcMethod> method(YamlValue value) {
        return value.map(METHOD).flatMap(map -> {
            Optional<String> service = map.read("service", text -> pattern(text, SERVICE, "raft.Replication, raft.*"));
            Optional<String> method = map.has("method")
                    ? map.read("method", text -> pattern(text, NAME, "Append, Get*"))
                    : Optional.of(GrpcMethod.ANY);
            Optional<TrafficClass> type = map.read("class", Names::trafficClass);
            return service.flatMap(s -> method.flatMap(m -> type.map(t -> new GrpcMethod(s, m, t))));
        });
    }

    private static Optional<String> pattern(YamlValue value, Pattern pattern, String examples) {
        String expected = "a name, or a prefix and a star, such as " + examples + " or *";
        Optional<String> text = value.text(expected);
        if (text.isPresent() && !pattern.matcher(text.get()).matches()) {
            value.wrong(Words.quote(text.get()) + " is not a " + value.what(), expected);
            return Optional.empty();
        }
        return text;
    }

    private static Optional<List<Codec>> codecs(YamlValue value) {
        return value.items("a list of codecs").map(items -> {
            List<Codec> codecs = new ArrayList<>();
            for (YamlValue item : items) {
                Optional<Codec> codec = codec(item);
                if (codec.isPresent() && codecs.contains(codec.get())) {
                    item.wrong("codec " + codec.get().label() + " is already in the list", "each codec only once");
                }
                codec.ifPresent(codecs::add);
            }
            return codecs;
        });
    }

    private static Optional<Codec> codec(YamlValue item) {
        List<String> labels = List.copyOf(CODECS.keySet());
        Optional<String> label = item.text(Words.or(labels));
        if (label.isPresent() && !CODECS.containsKey(label.get())) {
            String hint = Suggestion.after(label.get(), labels);
            item.wrong(CodecReader.unknown("gRPC codec", label.get()) + hint, Words.or(labels));
        }
        return label.map(CODECS::get);
    }
}

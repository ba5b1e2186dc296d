package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads {@code region}, {@code zone} and {@code host}. In the place of this node, {@code auto} asks the platform. */
final class PlaceReader {
    static final List<String> KEYS = List.of("region", "zone", "host");

    private final PlatformPlace platform;
    private Optional<CloudPlace> cloud = Optional.empty();
    private Optional<UnknownPlaceException> unknown = Optional.empty();

    PlaceReader(PlatformPlace platform) {
        this.platform = platform;
    }

    /** Reads the place of this node. */
    Optional<Location> own(YamlMap map) {
        return location(
                map,
                value -> automatic(value, Names::name, () -> cloud().region()),
                value -> automatic(value, Names::name, this::zone),
                value -> automatic(value, Names::host, platform::host));
    }

    /** Reads the place of another node, which this machine's platform does not know. */
    static Optional<Location> other(YamlMap map) {
        return location(
                map,
                value -> named(value, Names::name),
                value -> named(value, Names::name),
                value -> named(value, Names::host));
    }

    /**
     * Reads the place of another node of a shared file. The outer value is empty if an error was reported, the inner one if a
     * part is {@code auto}, so that only the node itself can tell.
     */
    static Optional<Optional<Location>> listed(YamlMap map) {
        boolean auto = KEYS.stream()
                .anyMatch(key -> map.get(key).filter(PlaceReader::isAuto).isPresent());
        Optional<Location> place = location(map, Names::name, Names::name, Names::host);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(auto ? Optional.empty() : place);
    }

    private static Optional<Location> location(
            YamlMap map,
            Function<YamlValue, Optional<String>> region,
            Function<YamlValue, Optional<String>> zone,
            Function<YamlValue, Optional<String>> host) {
        Optional<String> r = map.read("region", region);
        Optional<String> z = map.read("zone", zone);
        Optional<String> h = map.read("host", host);
        return r.flatMap(inRegion -> z.flatMap(inZone -> h.map(at -> new Location(inRegion, inZone, at))));
    }

    private static Optional<String> named(YamlValue value, Function<YamlValue, Optional<String>> reader) {
        if (isAuto(value)) {
            value.wrong(
                    value.what() + ": auto is possible only for this node itself", "the name of the " + value.what());
            return Optional.empty();
        }
        return reader.apply(value);
    }

    private static Optional<String> automatic(
            YamlValue value, Function<YamlValue, Optional<String>> reader, Question question) {
        if (!isAuto(value)) {
            return reader.apply(value);
        }
        try {
            return Optional.of(question.ask());
        } catch (UnknownPlaceException e) {
            String wrong = value.what() + ": auto: " + e.getMessage();
            String expected = "the name of the " + value.what();
            if (e.isTemporary()) {
                value.unavailable(wrong, expected);
            } else {
                value.wrong(wrong, expected);
            }
            return Optional.empty();
        }
    }

    private static boolean isAuto(YamlValue value) {
        return value.unreported()
                .text("a name")
                .filter(PlatformPlace.AUTO::equals)
                .isPresent();
    }

    private String zone() throws UnknownPlaceException {
        CloudPlace place = cloud();
        return place.zone()
                .orElseThrow(() -> UnknownPlaceException.forGood(
                        place.cloud() + " has this machine in no zone of region " + Words.quote(place.region())));
    }

    /** Asks once for each file, even in vain: both region and zone may need the answer. */
    private CloudPlace cloud() throws UnknownPlaceException {
        if (unknown.isPresent()) {
            throw unknown.get();
        }
        try {
            CloudPlace place = cloud.isPresent() ? cloud.get() : platform.cloud();
            cloud = Optional.of(place);
            return place;
        } catch (UnknownPlaceException e) {
            unknown = Optional.of(e);
            throw e;
        }
    }

    /** A question to the platform. */
    private interface Question {
        String ask() throws UnknownPlaceException;
    }
}

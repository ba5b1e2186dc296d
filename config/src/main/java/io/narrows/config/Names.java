package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads user-defined names, which become metric labels, certificate identities and words of the link protocol. */
public final class Names {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

    private Names() {}

    /** Reads the id of a node, or the name of a region, a zone or a target. */
    public static Optional<String> name(YamlValue value) {
        return matching(value, NAME, "text of up to 63 letters, digits, dots, dashes and underscores");
    }

    /** Reads the name of a machine, which may be as long as DNS allows. */
    public static Optional<String> host(YamlValue value) {
        return matching(value, HOST, "text of up to 253 letters, digits, dots, dashes and underscores");
    }

    static Optional<TrafficClass> trafficClass(YamlValue value) {
        String expected = TrafficClass.KNOWN.stream().map(TrafficClass::name).collect(Collectors.joining(", "))
                + " or a custom name (a lower-case letter, then up to 31 letters, digits and dashes)";
        Optional<String> name = value.text(expected);
        if (name.isPresent() && !TrafficClass.isName(name.get())) {
            value.wrong(Words.quote(name.get()) + " is not a traffic class", expected);
            return Optional.empty();
        }
        if (name.isPresent() && name.get().equals(TrafficClass.CONTROL.name())) {
            value.wrong("class \"control\" is reserved for the link's own messages", expected);
            return Optional.empty();
        }
        return name.map(TrafficClass::new);
    }

    /** Returns whether a text may be the name of a region or a zone. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Returns whether a text may be the name of a machine. */
    public static boolean isHost(String text) {
        return HOST.matcher(text).matches();
    }

    private static Optional<String> matching(YamlValue value, Pattern pattern, String expected) {
        Optional<String> text = value.text(expected);
        if (text.isPresent() && !pattern.matcher(text.get()).matches()) {
            value.wrong(Words.quote(text.get()) + " is not a valid name", expected);
            return Optional.empty();
        }
        return text;
    }
}

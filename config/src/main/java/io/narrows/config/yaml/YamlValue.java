package io.narrows.config.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A value that knows its position and its name. Each reading method returns a value of the requested kind, or reports the
 * actual one and returns empty.
 */
public final class YamlValue {
    private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?");

    private final Node node;
    private final String what;
    private final String file;
    private final Problems problems;

    YamlValue(Node node, String what, String file, Problems problems) {
        this.node = node;
        this.what = what;
        this.file = file;
        this.problems = problems;
    }

    public Place place() {
        return Place.at(file, node.getStartMark());
    }

    /** Returns the key of the value, or {@code an item of} the key of the list. */
    public String what() {
        return what;
    }

    /** Reports a problem at this value. */
    public void wrong(String wrong, String expected) {
        problems.report(place(), wrong, expected);
    }

    /** Reports that what a valid value stands for is not available now. */
    public void unavailable(String wrong, String expected) {
        problems.unavailable(place(), wrong, expected);
    }

    /** Notes that this key has a new name. Both names include the section. */
    void renamed(String former, String present) {
        problems.renamed(new RenamedKey(place(), former, present));
    }

    /** Returns the same value with its problems discarded, for looking ahead. */
    public YamlValue unreported() {
        return new YamlValue(node, what, file, new Problems());
    }

    /** Reads text; unquoted numbers and {@code true} are not text. */
    public Optional<String> text(String expected) {
        return scalar(Tag.STR, expected);
    }

    public Optional<Boolean> bool() {
        return scalar(Tag.BOOL, "true or false").map(text -> text.equalsIgnoreCase("true"));
    }

    /** Reads a whole number within a range, both ends included. */
    public Optional<Integer> integer(int min, int max) {
        return integer(min, max, "a whole number from " + min + " to " + max);
    }

    /** Reads a whole number within a range, with a custom description for errors. */
    public Optional<Integer> integer(int min, int max, String expected) {
        return decimal(Tag.INT, min, max, expected).map(Double::intValue);
    }

    /** Reads a number within a range, both ends included. */
    public Optional<Double> number(double min, double max, String expected) {
        Tag tag = node.getTag().equals(Tag.INT) ? Tag.INT : Tag.FLOAT;
        return decimal(tag, min, max, expected);
    }

    /** Reads one of the words and returns its meaning. */
    public <T> Optional<T> word(Map<String, T> meanings) {
        List<String> words = List.copyOf(meanings.keySet());
        Optional<String> word = text(Words.or(words));
        Optional<T> meaning = word.flatMap(key -> Optional.ofNullable(meanings.get(key)));
        if (word.isPresent() && meaning.isEmpty()) {
            String hint = Suggestion.after(word.get(), words);
            wrong("unknown " + what + " " + Words.quote(word.get()) + hint, Words.or(words));
        }
        return meaning;
    }

    /** Reads the items of a list. */
    public Optional<List<YamlValue>> items(String expected) {
        if (node instanceof SequenceNode list) {
            return Optional.of(list.getValue().stream()
                    .map(item -> view(item, "an item of " + what))
                    .toList());
        }
        refuse(expected);
        return Optional.empty();
    }

    /** Reads a map with these keys. */
    public Optional<YamlMap> map(Keys keys) {
        return entries("a map of " + Words.and(keys.known())).map(entries -> new YamlMap(this, entries, keys));
    }

    /** Reads the entries of a map with user-defined keys; of duplicate keys, the first. */
    public Optional<List<YamlEntry>> entries(String expected) {
        if (!(node instanceof MappingNode map)) {
            refuse(expected);
            return Optional.empty();
        }
        List<YamlEntry> entries = new ArrayList<>();
        Map<String, Place> seen = new HashMap<>();
        for (NodeTuple tuple : map.getValue()) {
            YamlValue name = view(tuple.getKeyNode(), "key");
            name.text("a name").ifPresent(key -> {
                Place first = seen.putIfAbsent(key, name.place());
                if (first == null) {
                    entries.add(new YamlEntry(key, name, view(tuple.getValueNode(), key)));
                } else {
                    name.wrong(
                            "duplicate key " + Words.quote(key),
                            "it only once (the first is at line " + first.line() + ")");
                }
            });
        }
        return Optional.of(entries);
    }

    /** Returns the value of a key of a map; empty, without a report, if there is none. */
    public Optional<YamlValue> find(String key) {
        return unreported().entries("a map").orElse(List.of()).stream()
                .filter(entry -> entry.key().equals(key))
                .findFirst()
                .map(entry -> view(entry.value().node, key));
    }

    /** Returns the items of a list or the values of a map; empty, without a report, if it is neither. */
    public List<YamlValue> children() {
        if (node instanceof MappingNode map) {
            return map.getValue().stream()
                    .map(tuple -> view(tuple.getValueNode(), "a value of " + what))
                    .toList();
        }
        return unreported().items("a list").orElse(List.of()).stream()
                .map(item -> view(item.node, item.what))
                .toList();
    }

    private Optional<String> scalar(Tag tag, String expected) {
        if (node instanceof ScalarNode scalar && node.getTag().equals(tag)) {
            return Optional.of(scalar.getValue());
        }
        refuse(expected);
        return Optional.empty();
    }

    /** Reads a number in JSON syntax, since YAML parsers disagree about other forms such as {@code .5} or {@code 010}. */
    private Optional<Double> decimal(Tag tag, double min, double max, String expected) {
        Optional<String> text = scalar(tag, expected);
        if (text.isPresent() && !DECIMAL.matcher(text.get()).matches()) {
            refuse(expected + ", in plain decimal notation");
            return Optional.empty();
        }
        Optional<Double> number = text.map(Double::valueOf).filter(value -> value >= min && value <= max);
        if (text.isPresent() && number.isEmpty()) {
            wrong(what + " " + text.get() + " is out of range", expected);
        }
        return number;
    }

    private void refuse(String expected) {
        if (node.getTag().equals(Variables.UNRESOLVED)) {
            return; // has been reported
        }
        wrong(what + " is " + Found.in(node), expected);
    }

    private YamlValue view(Node child, String name) {
        return new YamlValue(child, name, file, problems);
    }
}

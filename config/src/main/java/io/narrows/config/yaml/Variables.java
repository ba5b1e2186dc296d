package io.narrows.config.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/**
 * Replaces references to environment variables in the values of a document: {@code ${NAME}}, and {@code ${NAME:-default}},
 * whose default also replaces an empty value, as in a shell. Two dollar signs before a brace stand for one, which is then
 * literal. Keys are left alone.
 *
 * <p>References are replaced in the parsed document, so that no value can add keys or items to it. An unquoted value then
 * has the type that its text has in YAML; a quoted one is text.
 */
final class Variables {
    /** Marks a value whose references could not be replaced, which has been reported. */
    static final Tag UNRESOLVED = new Tag("!unresolved");

    private static final String OPEN = "${";
    private static final Pattern REFERENCE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);

    private final Map<String, String> environment;
    private final ScalarResolver types;
    private final String file;
    private final Problems problems;

    Variables(Map<String, String> environment, LoadSettings settings, String file, Problems problems) {
        this.environment = environment;
        this.types = settings.getSchema().getScalarResolver();
        this.file = file;
        this.problems = problems;
    }

    /** Returns the value without references, at the same position. */
    Node replaced(Node node) {
        if (node instanceof MappingNode map) {
            List<NodeTuple> entries = map.getValue().stream()
                    .map(entry -> new NodeTuple(entry.getKeyNode(), replaced(entry.getValueNode())))
                    .toList();
            return new MappingNode(
                    map.getTag(), true, entries, map.getFlowStyle(), map.getStartMark(), map.getEndMark());
        }
        if (node instanceof SequenceNode list) {
            List<Node> items = list.getValue().stream().map(this::replaced).toList();
            return new SequenceNode(
                    list.getTag(), true, items, list.getFlowStyle(), list.getStartMark(), list.getEndMark());
        }
        ScalarNode scalar = (ScalarNode) node;
        return scalar.getValue().contains(OPEN) ? replaced(scalar) : scalar;
    }

    private ScalarNode replaced(ScalarNode scalar) {
        Optional<String> text = text(scalar);
        Tag tag = text.isEmpty() ? UNRESOLVED : scalar.isPlain() ? types.resolve(text.get(), true) : Tag.STR;
        return new ScalarNode(
                tag,
                true,
                text.orElse(scalar.getValue()),
                scalar.getScalarStyle(),
                scalar.getStartMark(),
                scalar.getEndMark());
    }

    /** Returns the text without references; empty if one of them was reported. */
    private Optional<String> text(ScalarNode scalar) {
        String text = scalar.getValue();
        StringBuilder out = new StringBuilder();
        boolean complete = true;
        int copied = 0;
        for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, copied)) {
            if (open > copied && text.charAt(open - 1) == '$') {
                out.append(text, copied, open - 1).append(OPEN);
                copied = open + OPEN.length();
                continue;
            }
            int close = text.indexOf('}', open);
            int end = close < 0 ? text.length() : close + 1;
            Optional<String> value = value(scalar, text.substring(open, end));
            complete &= value.isPresent();
            out.append(text, copied, open).append(value.orElse(""));
            copied = end;
        }
        return complete ? Optional.of(out.append(text.substring(copied)).toString()) : Optional.empty();
    }

    private Optional<String> value(ScalarNode scalar, String reference) {
        Matcher parts = REFERENCE.matcher(reference.replaceFirst("^\\$\\{", "").replaceFirst("}$", ""));
        boolean closed = reference.endsWith("}");
        if (!closed || !parts.matches() || reference.indexOf(OPEN, 1) > 0) {
            report(
                    scalar,
                    "malformed reference " + Words.quote(reference),
                    "${NAME} or ${NAME:-default}; a literal ${ is written $${");
            return Optional.empty();
        }
        String name = parts.group(1);
        Optional<String> standard = Optional.ofNullable(parts.group(2));
        Optional<String> value = Optional.ofNullable(environment.get(name))
                .filter(set -> !set.isEmpty() || standard.isEmpty())
                .or(() -> standard);
        if (value.isEmpty()) {
            report(
                    scalar,
                    "environment variable " + name + " is not set",
                    "a value for it, or a default as in ${" + name + ":-default}");
        }
        return value;
    }

    private void report(ScalarNode scalar, String wrong, String expected) {
        problems.report(Place.at(file, scalar.getStartMark()), wrong, expected);
    }
}

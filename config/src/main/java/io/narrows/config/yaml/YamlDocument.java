package io.narrows.config.yaml;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * One document of YAML 1.2 (core schema), without anchors, aliases and tags.
 *
 * <p>The text is read twice: first as events, without recursion, which carry the positions of disallowed syntax; then, once
 * its depth is known to be harmless, as a tree.
 */
public final class YamlDocument {
    private final String file;
    private final String text;
    private final Contents contents;
    private final Problems problems;
    private final BiFunction<LoadSettings, Node, Node> substitution;

    private YamlDocument(
            String file,
            String text,
            Contents contents,
            Problems problems,
            BiFunction<LoadSettings, Node, Node> substitution) {
        this.contents = contents;
        this.substitution = substitution;
        this.file = file;
        this.text = text;
        this.problems = problems;
    }

    /**
     * Parses a text without replacing references to environment variables.
     *
     * @param file the name for messages
     * @return the root, or empty if the text could not be parsed, after the reason is reported
     */
    public static Optional<YamlValue> read(String file, String text, Problems problems) {
        return read(file, text, Contents.CONFIGURATION, problems);
    }

    /**
     * Parses a text that is not a configuration, without replacing references to environment variables.
     *
     * @param file the name for messages
     * @return the root, or empty if the text could not be parsed, after the reason is reported
     */
    public static Optional<YamlValue> read(String file, String text, Contents contents, Problems problems) {
        return new YamlDocument(file, withoutMark(text), contents, problems, (settings, root) -> root).root();
    }

    /**
     * Parses a text and replaces the references to environment variables in its values.
     *
     * @param file the name for messages
     * @return the root, or empty if the text could not be parsed, after the reason is reported
     */
    public static Optional<YamlValue> read(
            String file, String text, Map<String, String> environment, Problems problems) {
        BiFunction<LoadSettings, Node, Node> substitution =
                (settings, root) -> new Variables(environment, settings, file, problems).replaced(root);
        return new YamlDocument(file, withoutMark(text), Contents.CONFIGURATION, problems, substitution).root();
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private Optional<YamlValue> root() {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setSchema(new CoreSchema())
                .setCodePointLimit(Integer.MAX_VALUE)
                .setAllowNonScalarKeys(true) // rejected later, with their position
                .build();
        try {
            if (!new YamlEvents(file, contents, problems).accept(settings, text)) {
                return Optional.empty();
            }
            Optional<Node> root = first(new Compose(settings).composeAllFromString(text));
            if (root.isEmpty()) {
                problems.report(Place.of(file), "the file is empty", contents.leastText());
            }
            return root.map(node -> problems.none()
                            ? substitution.apply(settings, node)
                            : node) // without aliases, it is a tree
                    .map(node -> new YamlValue(node, "the file", file, problems));
        } catch (MarkedYamlEngineException e) {
            Place place = Place.at(file, e.getProblemMark().or(e::getContextMark));
            if (e.getProblemMark().filter(this::isReference).isPresent()) {
                problems.report(place, "${ without quotes inside {...} or [...]", "the value in quotes");
            } else {
                problems.report(place, "invalid YAML (" + syntax(e) + ")", "YAML 1.2");
            }
        } catch (ReaderException e) {
            Place place = Place.after(file, text.substring(0, text.offsetByCodePoints(0, e.getPosition())));
            problems.report(place, "a character that YAML does not allow", "printable text");
        } catch (YamlEngineException e) {
            problems.report(Place.of(file), "invalid YAML (" + e.getMessage() + ")", "YAML 1.2");
        }
        return Optional.empty();
    }

    private static Optional<Node> first(Iterable<Node> documents) {
        var iterator = documents.iterator();
        return iterator.hasNext() ? Optional.of(iterator.next()) : Optional.empty();
    }

    /** Returns whether the mark is at the brace of a reference, which ends an unquoted value in flow style. */
    private boolean isReference(Mark mark) {
        int brace = text.offsetByCodePoints(0, mark.getIndex());
        return brace > 0 && text.startsWith("${", brace - 1);
    }

    private static String syntax(MarkedYamlEngineException e) {
        String context = e.getContext() == null ? "" : e.getContext() + ": ";
        return (context + e.getProblem()).replaceAll("\\s+", " ");
    }
}

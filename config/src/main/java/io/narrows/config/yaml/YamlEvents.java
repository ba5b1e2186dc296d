package io.narrows.config.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Finds syntax that YAML allows and a configuration does not. */
final class YamlEvents {
    /** Maximum nesting. Configurations need 4; the tree is built recursively and must not overflow the stack. */
    private static final int MAX_DEPTH = 32;

    /** Maximum number of nodes. Two bytes of text can become a node of about a hundred times that size. */
    private static final int MAX_NODES = 50_000;

    private final String file;
    private final Contents contents;
    private final Problems problems;
    private int documents;
    private int depth;
    private int nodes;

    YamlEvents(String file, Contents contents, Problems problems) {
        this.file = file;
        this.contents = contents;
        this.problems = problems;
    }

    /** Returns whether a tree can be built from the text; problems may have been reported nevertheless. */
    boolean accept(LoadSettings settings, String text) {
        for (Event event : new Parse(settings).parseString(text)) {
            check(event);
            if (depth > MAX_DEPTH) {
                report(event, "nested deeper than " + MAX_DEPTH + " levels", contents.noun());
                return false;
            }
            if (event instanceof NodeEvent && ++nodes > MAX_NODES) {
                report(event, "more than " + MAX_NODES + " values", contents.noun());
                return false;
            }
        }
        return true;
    }

    private void check(Event event) {
        if (event instanceof DocumentStartEvent && ++documents == 2) {
            report(event, "the file contains a second document", "a single document");
        } else if (event instanceof AliasEvent alias) {
            report(event, "alias *" + alias.getAlias() + " is not supported", "a plain value");
        } else if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            report(event, "anchor &" + node.getAnchor().get() + " is not supported", "a plain value");
        }
        if (event instanceof ScalarEvent scalar
                && scalar.isPlain()
                && scalar.getValue().equals("<<")) {
            report(event, "merge key << is not supported", "plain keys");
        }
        tag(event).ifPresent(tag -> report(event, "tag " + tag + " is not supported", "a plain value"));
        if (event instanceof CollectionStartEvent) {
            depth++;
        } else if (event instanceof CollectionEndEvent) {
            depth--;
        }
    }

    private static Optional<String> tag(Event event) {
        if (event instanceof ScalarEvent scalar) {
            return scalar.getTag();
        }
        return event instanceof CollectionStartEvent collection ? collection.getTag() : Optional.empty();
    }

    private void report(Event event, String wrong, String expected) {
        problems.report(Place.at(file, event.getStartMark()), wrong, expected);
    }
}

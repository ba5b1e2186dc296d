package io.narrows.config.yaml;

import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Describes the value at a place, for error messages. */
final class Found {
    private Found() {}

    static String in(Node node) {
        if (node instanceof MappingNode) {
            return "a map";
        }
        if (node instanceof SequenceNode) {
            return "a list";
        }
        return scalar(((ScalarNode) node).getValue(), node.getTag());
    }

    private static String scalar(String text, Tag tag) {
        if (tag.equals(Tag.NULL)) {
            return "empty";
        }
        if (tag.equals(Tag.STR)) {
            return "the text " + Words.quote(text);
        }
        if (tag.equals(Tag.BOOL)) {
            return text;
        }
        return tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) ? "the number " + text : "a value of a different type";
    }
}

package io.narrows.lab.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A value of an index and its place. The configuration's YAML reader reads the index too, since YAML 1.2 contains JSON. The
 * place is in characters, which equal bytes as long as the index is ASCII.
 */
record IndexNode(Path file, Node node) {
    static IndexNode read(Path file) throws IOException {
        String content = Files.readString(file);
        try {
            Node root = new Compose(
                            LoadSettings.builder().setLabel(file.toString()).build())
                    .composeString(content)
                    .orElseThrow(() -> new TraceException(file, 0, "an empty index"));
            return new IndexNode(file, root);
        } catch (MarkedYamlEngineException e) {
            throw new TraceException(file, offset(e.getProblemMark()), e.getProblem());
        } catch (YamlEngineException e) {
            throw new TraceException(file, 0, e.getMessage());
        }
    }

    IndexNode get(String key) throws TraceException {
        if (node instanceof MappingNode mapping) {
            for (var entry : mapping.getValue()) {
                if (entry.getKeyNode() instanceof ScalarNode name
                        && name.getValue().equals(key)) {
                    return new IndexNode(file, entry.getValueNode());
                }
            }
        }
        throw problem("no \"" + key + "\"");
    }

    List<IndexNode> items() throws TraceException {
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue().stream()
                    .map(item -> new IndexNode(file, item))
                    .toList();
        }
        throw problem("not a list");
    }

    String text() throws TraceException {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw problem("not a string");
    }

    long number() throws TraceException {
        try {
            return Long.parseLong(text());
        } catch (NumberFormatException e) {
            throw problem("not a whole number: " + text());
        }
    }

    TraceException problem(String problem) {
        return new TraceException(file, offset(node.getStartMark()), problem);
    }

    private static long offset(Optional<Mark> mark) {
        return mark.map(Mark::getIndex).orElse(0);
    }
}

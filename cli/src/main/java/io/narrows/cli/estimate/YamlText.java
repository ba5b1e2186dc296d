package io.narrows.cli.estimate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;

/** Converts JSON to YAML in block style. Texts of several lines become literal blocks. */
final class YamlText {
    private static final Pattern PLAIN_KEY = Pattern.compile("[a-z][a-z0-9_]*");

    /** Lines of ASCII that end with a line end; the first does not begin with a blank. */
    private static final Pattern LITERAL = Pattern.compile("(?! )(?:[ -~]*\\n)*[ -~]+\\n");

    private static final String STEP = "  ";

    private final JsonParser json;
    private final StringBuilder yaml = new StringBuilder();

    private YamlText(JsonParser json) {
        this.json = json;
    }

    /** @param object the text of one object */
    static String of(String object) {
        try (JsonParser json = new JsonFactory().createParser(object)) {
            YamlText text = new YamlText(json);
            json.nextToken();
            text.object("");
            return text.yaml.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the members of an object; the cursor is after what precedes the first one. */
    private void object(String indent) throws IOException {
        boolean first = true;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            if (!first) {
                yaml.append(indent);
            }
            first = false;
            String name = json.currentName();
            yaml.append(PLAIN_KEY.matcher(name).matches() ? name : quoted(name)).append(':');
            json.nextToken();
            member(indent);
        }
        if (first) {
            yaml.append("{}\n");
        }
    }

    private void member(String indent) throws IOException {
        switch (json.currentToken()) {
            case START_OBJECT -> {
                yaml.append('\n').append(indent).append(STEP);
                object(indent + STEP);
            }
            case START_ARRAY -> array(indent + STEP);
            default -> {
                yaml.append(' ');
                scalar(indent + STEP);
            }
        }
    }

    private void array(String indent) throws IOException {
        if (json.nextToken() == JsonToken.END_ARRAY) {
            yaml.append(" []\n");
            return;
        }
        yaml.append('\n');
        do {
            yaml.append(indent).append("- ");
            if (json.currentToken() == JsonToken.START_OBJECT) {
                object(indent + STEP);
            } else {
                scalar(indent + STEP);
            }
        } while (json.nextToken() != JsonToken.END_ARRAY);
    }

    private void scalar(String indent) throws IOException {
        String text = json.getText();
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            yaml.append(text).append('\n');
        } else if (LITERAL.matcher(text).matches()) {
            yaml.append("|\n");
            text.lines()
                    .forEach(line -> yaml.append(line.isEmpty() ? "" : indent)
                            .append(line)
                            .append('\n'));
        } else {
            yaml.append(quoted(text)).append('\n');
        }
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}

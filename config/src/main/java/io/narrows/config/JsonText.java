package io.narrows.config;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Writes maps, lists, text, numbers and booleans as JSON, indented by two spaces. */
final class JsonText {
    private final StringBuilder out = new StringBuilder();

    private JsonText() {}

    static String of(Object value) {
        JsonText json = new JsonText();
        json.value(value, "\n");
        return json.out.append('\n').toString();
    }

    private void value(Object value, String newline) {
        if (value instanceof Map<?, ?> map) {
            map(map, newline);
        } else if (value instanceof List<?> list) {
            list(list, newline);
        } else if (value instanceof String text) {
            text(text);
        } else {
            out.append(value);
        }
    }

    private void map(Map<?, ?> map, String newline) {
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        open('{', entries, newline);
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            text(entry.getKey().toString());
            out.append(": ");
            value(entry.getValue(), newline + "  ");
            separate(entries, newline);
        }
        out.append('}');
    }

    private void list(List<?> list, String newline) {
        Iterator<?> items = list.iterator();
        open('[', items, newline);
        while (items.hasNext()) {
            value(items.next(), newline + "  ");
            separate(items, newline);
        }
        out.append(']');
    }

    private void open(char bracket, Iterator<?> inside, String newline) {
        out.append(bracket).append(inside.hasNext() ? newline + "  " : "");
    }

    private void separate(Iterator<?> rest, String newline) {
        out.append(rest.hasNext() ? "," + newline + "  " : newline);
    }

    private void text(String text) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}

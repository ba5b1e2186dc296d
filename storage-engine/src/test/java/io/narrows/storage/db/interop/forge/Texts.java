package io.narrows.storage.db.interop.forge;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rows of a small database as texts. */
final class Texts {
    private Texts() {}

    static Map<String, Map<String, String>> of(Map<String, List<Row>> families) {
        Map<String, Map<String, String>> all = new TreeMap<>();
        families.forEach((family, rows) -> all.put(family, of(rows)));
        return all;
    }

    private static Map<String, String> of(List<Row> rows) {
        Map<String, String> texts = new TreeMap<>();
        rows.forEach(row -> texts.put(text(row.key()), text(row.value())));
        return texts;
    }

    private static String text(Slice bytes) {
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }
}

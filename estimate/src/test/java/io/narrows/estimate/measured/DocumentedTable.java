package io.narrows.estimate.measured;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** A table of the documentation. */
record DocumentedTable(List<String> header, List<List<String>> rows) {
    private static final String SEPARATOR = " | ";

    /** Reads the tables of a section. */
    static List<DocumentedTable> read(Path page, String heading) throws IOException {
        List<String> section = Files.readAllLines(page).stream()
                .dropWhile(line -> !line.replaceFirst("^#+ ", "").equals(heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("#"))
                .toList();
        List<DocumentedTable> tables = new ArrayList<>();
        boolean inside = false;
        for (String line : section) {
            boolean isRow = line.startsWith("|");
            if (isRow && !inside) {
                tables.add(new DocumentedTable(cells(line), new ArrayList<>()));
            } else if (isRow && !line.startsWith("| ---")) {
                tables.get(tables.size() - 1).rows().add(cells(line));
            }
            inside = isRow;
        }
        return tables;
    }

    private static List<String> cells(String row) {
        return Stream.of(row.substring(1).split("\\|")).map(String::strip).toList();
    }

    /** Returns the position of a figure's column; -1 if it is not in this table. */
    int column(Figure figure) {
        List<String> headings = List.of(figure.column().split(" \\| "));
        int first = Collections.indexOfSubList(header, headings);
        return first < 0 ? -1 : first + headings.size() - 1;
    }

    /** Returns the first cells of the rows, as many as a figure names. */
    List<String> labels(Figure figure) {
        int count = figure.row().split(" \\| ").length;
        return rows.stream()
                .map(row -> String.join(SEPARATOR, row.subList(0, count)))
                .toList();
    }

    /** Returns the text of a figure's cell, without what follows in parentheses; empty if it is not in this table. */
    List<String> texts(Figure figure) {
        int column = column(figure);
        List<String> labels = labels(figure);
        List<String> texts = new ArrayList<>();
        for (int i = 0; column >= 0 && i < rows.size(); i++) {
            if (labels.get(i).equals(figure.row())) {
                texts.add(rows.get(i).get(column).replaceFirst(" \\(.*", ""));
            }
        }
        return texts;
    }
}

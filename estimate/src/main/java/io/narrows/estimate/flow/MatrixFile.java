package io.narrows.estimate.flow;

import io.narrows.estimate.csv.CsvCell;
import io.narrows.estimate.csv.CsvSyntaxException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of traffic as comma-separated values. The first line names the columns {@code from}, {@code to}, and either
 * {@code bytes} of the period or {@code rate} in bytes per second, in any order.
 */
public final class MatrixFile {
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String BYTES = "bytes";
    private static final String RATE = "rate";
    private static final String EXPECTED_HEADER = " (expected: from,to,bytes or from,to,rate)";
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Reading ends at this many mistakes. */
    private static final int MOST_PROBLEMS = 20;

    private final Path file;
    private final double periodSeconds;
    private final List<String> problems = new ArrayList<>();
    private final FlowTable table;
    private int line;

    /** @param period to which {@code bytes} refer */
    public MatrixFile(Path file, NodePlaces places, Duration period) {
        this.file = file;
        this.table = new FlowTable(places);
        this.periodSeconds = period.toMillis() / 1e3;
    }

    /** The positions of the columns. */
    private record Header(int columns, int from, int to, int amount, boolean isRate) {}

    /**
     * Reads the table.
     *
     * @throws MatrixException if it has mistakes
     */
    public TrafficMatrix read() throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory; expected a table");
        }
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            Optional<Header> header = header(lines.readLine());
            if (header.isPresent()) {
                rows(lines, header.get());
            }
        }
        if (!problems.isEmpty()) {
            throw new MatrixException(problems);
        }
        return table.matrix();
    }

    private void rows(BufferedReader lines, Header header) throws IOException {
        for (String text = lines.readLine(); text != null && problems.size() < MOST_PROBLEMS; text = lines.readLine()) {
            line++;
            if (!text.isBlank()) {
                cells(text).ifPresent(cells -> row(cells, header));
            }
        }
    }

    private Optional<Header> header(@Nullable String text) {
        line = 1;
        if (text == null) {
            problem(1, "the file is empty" + EXPECTED_HEADER);
            return Optional.empty();
        }
        String names = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        return cells(names).flatMap(this::header);
    }

    private Optional<Header> header(List<CsvCell> cells) {
        List<String> names = cells.stream().map(CsvCell::text).toList();
        for (int i = 0; i < names.size(); i++) {
            boolean known = List.of(FROM, TO, BYTES, RATE).contains(names.get(i));
            if (!known || names.indexOf(names.get(i)) < i) {
                String what = known ? " is there twice" : " is not a column";
                problem(cells.get(i).column(), "\"" + names.get(i) + "\"" + what + EXPECTED_HEADER);
                return Optional.empty();
            }
        }
        boolean isRate = names.contains(RATE);
        if (!names.contains(FROM) || !names.contains(TO) || isRate == names.contains(BYTES)) {
            problem(1, "the columns are " + String.join(",", names) + EXPECTED_HEADER);
            return Optional.empty();
        }
        return Optional.of(new Header(
                names.size(), names.indexOf(FROM), names.indexOf(TO), names.indexOf(isRate ? RATE : BYTES), isRate));
    }

    private Optional<List<CsvCell>> cells(String text) {
        try {
            return Optional.of(CsvCell.parse(text));
        } catch (CsvSyntaxException e) {
            problem(e.column(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private void row(List<CsvCell> cells, Header header) {
        if (cells.size() != header.columns()) {
            CsvCell last = cells.get(Math.min(cells.size(), header.columns() + 1) - 1);
            problem(last.column(), cells.size() + " values (expected: " + header.columns() + ", as in the first line)");
            return;
        }
        Optional<Double> amount = amount(cells.get(header.amount()), header.isRate());
        CsvCell from = cells.get(header.from());
        CsvCell to = cells.get(header.to());
        for (CsvCell name : List.of(from, to)) {
            if (name.text().isEmpty()) {
                problem(name.column(), "no name (expected: REGION/ZONE/NAME, an IP address, or the name of a node)");
                return;
            }
        }
        amount.ifPresent(value -> table.add(from.text(), to.text(), header.isRate() ? value : value / periodSeconds));
    }

    private Optional<Double> amount(CsvCell cell, boolean isRate) {
        try {
            double value = Double.parseDouble(cell.text());
            if (value >= 0 && !Double.isInfinite(value)) {
                return Optional.of(value);
            }
        } catch (NumberFormatException e) {
            // the same message as for a number out of range
        }
        problem(
                cell.column(),
                "\"" + cell.text() + "\" is not a number of bytes" + (isRate ? " per second" : "")
                        + " (expected: 0 or more, such as 1500000)");
        return Optional.empty();
    }

    private void problem(int column, String text) {
        problems.add(file + ":" + line + ":" + column + ": " + text);
    }
}

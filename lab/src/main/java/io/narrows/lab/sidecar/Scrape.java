package io.narrows.lab.sidecar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The metrics of a process at one moment, read from Prometheus's text format, version 0.0.4: one sample per line,
 *
 * <pre>
 * name{label="value",...} number
 * </pre>
 *
 * comments after {@code #}, and the escapes {@code \\}, {@code \"} and {@code \n} in label values.
 */
public record Scrape(List<Sample> samples) {
    public static Scrape parse(String text) {
        List<Sample> samples = new ArrayList<>();
        text.lines()
                .filter(line -> !line.isBlank() && line.charAt(0) != '#')
                .forEach(line -> samples.add(new Line(line).sample()));
        return new Scrape(samples);
    }

    public Stream<Sample> samples(String name) {
        return samples.stream().filter(sample -> sample.name().equals(name));
    }

    /** Returns the sum over all labels; 0 if there is none. */
    public double sum(String name) {
        return samples(name).mapToDouble(Sample::value).sum();
    }

    public static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** A line and the position of the parser. */
    private static final class Line {
        private final String text;
        private int at;

        Line(String text) {
            this.text = text;
        }

        Sample sample() {
            String name = upTo("{ ");
            Map<String, String> labels = new LinkedHashMap<>();
            if (text.charAt(at) == '{') {
                at++;
                while (text.charAt(at) != '}') {
                    String label = upTo("=");
                    at += 2;
                    labels.put(label, quoted());
                    at += text.charAt(at) == ',' ? 1 : 0;
                }
                at++;
            }
            return new Sample(name, labels, number(text.substring(at).trim().split(" ")[0]));
        }

        private String upTo(String ends) {
            int from = at;
            while (ends.indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(from, at);
        }

        private String quoted() {
            StringBuilder value = new StringBuilder();
            for (; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) == '\\') {
                    at++;
                    value.append(text.charAt(at) == 'n' ? '\n' : text.charAt(at));
                } else {
                    value.append(text.charAt(at));
                }
            }
            at++;
            return value.toString();
        }
    }
}
